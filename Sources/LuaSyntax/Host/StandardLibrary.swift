/// The standard library of Lua, as far as the sandbox keeps it.
package enum StandardLibrary {
    /// The global names and, for libraries, their members.
    package static let sandboxed: [String: [String]] = [
        "_G": [], "_ENV": [], "_VERSION": [],
        "assert": [], "error": [], "getmetatable": [], "ipairs": [], "next": [], "pairs": [],
        "pcall": [], "rawequal": [], "rawget": [], "rawlen": [], "rawset": [], "require": [],
        "select": [], "setmetatable": [], "tonumber": [], "tostring": [], "type": [], "xpcall": [],
        "coroutine": [
            "create", "isyieldable", "resume", "running", "status", "wrap", "yield",
        ],
        "math": [
            "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge",
            "log", "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "random", "sin",
            "sqrt", "tan", "tointeger", "type", "ult",
        ],
        "os": ["clock", "date", "difftime", "time"],
        "string": [
            "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "pack",
            "packsize", "rep", "reverse", "sub", "unpack", "upper",
        ],
        "table": ["concat", "insert", "move", "pack", "remove", "sort", "unpack"],
        "utf8": ["char", "charpattern", "codepoint", "codes", "len", "offset"],
    ]

    /// Names of Lua 5.4 that scripts cannot use: globals, and members of libraries that scripts do have.
    package static let removed = [
        "collectgarbage", "coroutine.close", "debug", "dofile", "io", "load", "loadfile",
        "math.randomseed", "os.execute", "os.exit", "os.getenv", "os.remove", "os.rename",
        "os.setlocale", "os.tmpname", "package", "print", "string.dump", "warn",
    ]

    /// The hint about the replacement of a name that scripts cannot use.
    package static func hint(for name: String) -> String? { RemovedNames.hint(for: name) }
}
