import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// What a script can reach, to the last name.
struct SandboxTests {
    private let lab = Lab()

    @Test func theGlobalsAreExactlyThese() async throws {
        let lines = try await lab.emitted(
            """
            local names = {}
            for name, value in pairs(_G) do
                if type(value) == "table" and name ~= "_G" then
                    for inner in pairs(value) do names[#names + 1] = name .. "." .. inner end
                else
                    names[#names + 1] = name
                end
            end
            table.sort(names)
            commander:emit(table.concat(names, " "))
            """)
        let expected = """
            _G _VERSION assert coroutine.create coroutine.isyieldable coroutine.resume coroutine.running \
            coroutine.status coroutine.wrap coroutine.yield error getmetatable ipairs \
            math.abs math.acos math.asin math.atan math.ceil math.cos math.deg math.exp math.floor \
            math.fmod math.huge math.log math.max math.maxinteger math.min math.mininteger math.modf \
            math.pi math.rad math.random math.sin math.sqrt math.tan math.tointeger math.type math.ult \
            next os.clock os.date os.difftime os.time pairs pcall rawequal rawget rawlen rawset require \
            select setmetatable string.byte string.char string.find string.format string.gmatch \
            string.gsub string.len string.lower string.match string.pack string.packsize string.rep \
            string.reverse string.sub string.unpack string.upper table.concat table.insert table.move \
            table.pack table.remove table.sort table.unpack tonumber tostring type utf8.char \
            utf8.charpattern utf8.codepoint utf8.codes utf8.len utf8.offset xpcall
            """
        #expect(lines == ["\"\(expected)\""])
    }

    @Test(arguments: [
        "getmetatable(event)", "getmetatable(commander)", "getmetatable(json.null)",
        "getmetatable('')", "getmetatable(require 'state')", "getmetatable(json.array())",
        "getmetatable(json.with(event, {}))",
    ])
    func noMetatableOfTheHostIsShown(_ expression: String) async throws {
        let lines = try await lab.emitted(
            "commander:emit(\(expression))", before: "require 'state'")
        #expect(lines == ["false"])
    }

    @Test(arguments: [
        ("('x'):rep(1 << 21)", "the result of string.rep is too long"),
        ("string.packsize(('b'):rep(5000))", "format too long"),
        (
            "table.insert(setmetatable({}, { __len = function() return 9 end }), 1)",
            "requires a plain table"
        ),
        (
            "table.concat(setmetatable({}, { __index = function() return 'x' end }), '', 1, 9)",
            "requires a plain table"
        ),
        (
            "setmetatable(setmetatable({}, { __metatable = 1 }), {})",
            "cannot change a protected metatable"
        ),
        ("setmetatable('', {})", "table expected"),
        ("('a'):rep(40):find(('a?'):rep(40) .. ('a'):rep(41))", "pattern too complex (over"),
        ("coroutine.wrap(function() error('reason', 0) end)()", "reason"),
    ])
    func theLibraryRefuses(_ call: String, _ message: String) async throws {
        let error = try await lab.error("local _ = \(call)")
        #expect(error.message.contains(message), "\(error.message)")
        #expect(error.place.line == 4)
    }

    @Test func theMetatableOfStringsIsHidden() async throws {
        #expect(try await lab.value(of: "getmetatable('')") == "false")
    }

    @Test func theCommanderIsReadOnly() async throws {
        let error = try await lab.error("commander.emit = nil")
        #expect(error.message.contains("cannot be changed"))
    }

    @Test func scriptsShareNoGlobalsAndNoLibraries() async throws {
        let one = lab.script(
            """
            leaked = "leaked"
            string.upper = function() return "hijacked" end
            table.insert = nil
            require("json").encode = function() return "hijacked" end
            return { execute = function(event, commander) return commander:pass() end }
            """, name: "one.lua")
        let two = lab.script(
            """
            local json = require "json"
            return { execute = function(event, commander)
                commander:emit({ leaked == nil, ("x"):upper(), table.insert ~= nil, json.encode(1) })
            end }
            """, name: "two.lua")
        let results = try await lab.host(one, two).process(all: [.test("{}")])
        #expect(results.lines == [#"[true,"X",true,"1"]"#])
    }

    @Test(arguments: [
        "load('return 1')", "dofile('x')", "loadfile('x')", "collectgarbage()", "io.open('x')",
        "os.exit()", "os.getenv('HOME')", "os.remove('x')", "os.execute('true')", "debug.sethook()",
        "package.loadlib('x', 'y')", "string.dump(error)", "math.randomseed(1)",
        "coroutine.close(nil)", "print(1)", "warn('x')",
    ])
    func isAbsent(_ call: String) async throws {
        let error = try await lab.error(call)
        #expect(error.message.contains("a nil value"))
    }

    @Test func theErrorOfPrintNamesTheLog() async throws {
        let error = try await lab.error("print(1)")
        #expect(error.hint?.contains(#"'require("log").info(…)'"#) == true)
        #expect(try await lab.error("printed(1)").hint == nil)
    }

    @Test(arguments: ["__gc", "__mode"])
    func someMetamethodsAreRefused(_ name: String) async throws {
        let error = try await lab.error("setmetatable({}, { \(name) = 'k' })")
        #expect(error.message.contains("\(name) is not available"))
    }
}
