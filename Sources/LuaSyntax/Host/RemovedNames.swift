/// Names that Lua or one of its older versions has and scripts here have not, and what to use.
enum RemovedNames {
    private static let noFiles = "scripts read events and emit results; they have no files"
    private static let noCode = "scripts cannot compile code; put it into a file and 'require' it"
    private static let noProcess = "scripts cannot reach the process that runs them"
    private static let logging = "write to the log: 'require(\"log\").info(…)'"

    /// The hint for a name such as `print` or `os.execute`.
    static func hint(for name: String) -> String? { hints[name] }

    private static let hints: [String: String] = [
        "print": logging, "warn": "write to the log: 'require(\"log\").warn(…)'",
        "io": "\(noFiles); to write a line, \(logging)",
        "dofile": noCode, "load": noCode, "loadfile": noCode, "loadstring": noCode,
        "string.dump": noCode, "debug": "errors carry their traceback; \(logging)",
        "collectgarbage": "memory is the host's concern",
        "package": "'require' finds the host's modules and the files beside the script",
        "module": "a module is a file that returns a table",
        "os.execute": noProcess, "os.exit": noProcess, "os.getenv": noProcess,
        "os.setlocale": noProcess, "os.remove": noFiles, "os.rename": noFiles,
        "os.tmpname": noFiles,
        "math.randomseed": "random numbers repeat for the same event; the host seeds them",
        "math.pow": "it is written 'x ^ y'", "math.ldexp": "it is written 'x * 2.0 ^ n'",
        "math.cosh": "Lua 5.4 has no hyperbolic functions",
        "math.log10": "it is written 'math.log(x, 10)'",
        "math.atan2": "it is written 'math.atan(y, x)'", "math.mod": "it is written 'x % y'",
        "unpack": "it is written 'table.unpack'", "table.getn": "it is written '#t'",
        "table.maxn": "it is written '#t'", "table.foreach": "write 'for k, v in pairs(t) do'",
        "string.gfind": "it is written 'string.gmatch'", "string.split": "use 'string.gmatch'",
        "string.trim": "use 's:match(\"^%s*(.-)%s*$\")'",
        "setfenv": "Lua 5.4 has '_ENV' instead", "getfenv": "Lua 5.4 has '_ENV' instead",
        "bit32": "Lua 5.4 has operators: '&', '|', '~', '<<', '>>'",
        "null": "Lua says 'nil'; in JSON it is 'json.null'", "None": "Lua says 'nil'",
        "undefined": "Lua says 'nil'", "True": "it is written 'true'",
        "False": "it is written 'false'", "this": "Lua says 'self'",
        "console": logging, "self": "declare the function with ':' to have 'self'",
        "event": "it is the first parameter of 'execute' and 'shouldHandle'",
        "commander": "it is the second parameter of 'execute' and 'executeURL'",
    ]
}
