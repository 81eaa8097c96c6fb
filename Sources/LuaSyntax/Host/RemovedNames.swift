/// Names of this or older versions of Lua that scripts cannot use, with hints about replacements.
package enum RemovedNames {
    private static let noFiles =
        "scripts read events and emit results; they have no access to files"
    private static let noCode =
        "scripts cannot compile code; put the code into a file and 'require' it"
    private static let noProcess = "scripts have no access to the process that runs them"
    private static let logging =
        "write to the log, which goes to standard error: 'require(\"log\").info(…)'"

    /// The hint for a name such as `print` or `os.execute`.
    static func hint(for name: String) -> String? { hints[name] }

    /// The hint for the message of an error at run time: "attempt to call a nil value (global 'print')".
    package static func hint(forError message: String) -> String? {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].hasSuffix("a nil value (global "), parts[2] == ")" else {
            return nil
        }
        return hints[String(parts[1])]
    }

    private static let hints: [String: String] = [
        "print": logging, "warn": "write to the log: 'require(\"log\").warn(…)'",
        "io": "\(noFiles); to write a line, \(logging)",
        "dofile": noCode, "load": noCode, "loadfile": noCode, "loadstring": noCode,
        "string.dump": noCode, "debug": "errors carry their traceback; \(logging)",
        "collectgarbage": "the host manages memory",
        "coroutine.close": "let the coroutine end",
        "package": "'require' finds the host's modules and the files beside the script",
        "module": "a module is a file that returns a table",
        "os.execute": noProcess, "os.exit": noProcess, "os.getenv": noProcess,
        "os.setlocale": noProcess, "os.remove": noFiles, "os.rename": noFiles,
        "os.tmpname": noFiles,
        "math.randomseed": "the host seeds random numbers from the event, so that results repeat",
        "math.pow": "write 'x ^ y'", "math.ldexp": "write 'x * 2.0 ^ n'",
        "math.cosh": "Lua 5.4 has no hyperbolic functions",
        "math.log10": "write 'math.log(x, 10)'",
        "math.atan2": "write 'math.atan(y, x)'", "math.mod": "write 'x % y'",
        "unpack": "write 'table.unpack'", "table.getn": "write '#t'",
        "table.maxn": "write '#t'", "table.foreach": "write 'for k, v in pairs(t) do'",
        "string.gfind": "write 'string.gmatch'", "string.split": "use 'string.gmatch'",
        "string.trim": "use 's:match(\"^%s*(.-)%s*$\")'",
        "setfenv": "Lua 5.4 has '_ENV' instead", "getfenv": "Lua 5.4 has '_ENV' instead",
        "bit32": "Lua 5.4 has operators: '&', '|', '~', '<<', '>>'",
        "null": "write 'nil', or 'json.null' for null in JSON", "None": "write 'nil'",
        "undefined": "write 'nil'", "True": "write 'true'",
        "False": "write 'false'", "this": "write 'self'",
        "console": logging, "self": "declare the function with ':' to have 'self'",
        "event": "'event' is the first parameter of 'execute' and 'shouldHandle'",
        "commander": "'commander' is the second parameter of 'execute' and 'executeURL'",
    ]
}
