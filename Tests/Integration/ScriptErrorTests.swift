import Testing

/// A script that cannot be used ends a run before it begins, with the place.
struct ScriptErrorTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// Windows editors write one.
    @Test func aByteOrderMarkIsNotShown() throws {
        try shell.write(
            "\u{FEFF}return { on = '*', execute = function(e) e.data.x.y() end }", "rule.lua")
        let result = try shell.perilune("process Scripts/links.jsonl -s rule.lua")
        #expect(result.errors.contains("\n  return {"))
    }

    @Test(arguments: [
        "open 'mstr://?evt=1'", "explain 'mstr://?evt=1'", "process Scripts/links.jsonl",
    ])
    func aMissingScriptEndsWith66(command: String) throws {
        let result = try shell.perilune("\(command) -s none.lua")
        #expect(result.errors.contains("none.lua: "))
        #expect(result.errors.contains("No such file"))
        #expect(result.output.isEmpty)
        #expect(result.status == 66)
    }

    @Test func aFolderStandsForItsScripts() throws {
        try shell.run("mkdir rules")
        let empty = try shell.perilune("open 'https://example.com' -s rules")
        #expect(empty.errors.contains("rules: the folder contains no scripts"))
        #expect(empty.status == 66)
        try shell.write(
            "return { execute = function(_, c) return c:reject('closed') end }", "rules/a.lua")
        try shell.write("this is no script", "rules/a_test.lua")
        let result = try shell.perilune("open 'https://example.com' -s rules")
        #expect(result.output.contains("closed"))
        #expect(result.status == 0)
    }

    @Test func aSyntaxErrorShowsTheLineAndEndsWith78() throws {
        try shell.write("return {\n  execute = function(event commander) end\n}\n", "bad.lua")
        let result = try shell.perilune("process Scripts/links.jsonl -s bad.lua")
        #expect(
            result.errors == """
                bad.lua:2:28: ')' expected near 'commander'
                    execute = function(event commander) end
                                             ^
                  hint: 'perilune check bad.lua' reports more about the script

                """)
        #expect(result.output.isEmpty)
        #expect(result.status == 78)
    }

    @Test(arguments: [
        ("error('stop here')", "bad.lua:1: stop here"),
        ("return 3", "must return a delegate"),
        ("return { on = 'link..*', execute = function() end }", "bad.lua"),
        ("return { on = 'link.*', evt = 'x', execute = function() end }", "evt"),
        ("return { on = 'link.*', url = 'mstr://?evt={', execute = function() end }", "url"),
        ("local x <const> = require 'nothing'\nreturn {}", "nothing"),
        ("io.open('/etc/passwd')\nreturn {}", "bad.lua:1"),
    ])
    func aFileThatReturnsNoDelegateEndsWith78(source: String, message: String) throws {
        try shell.write(source + "\n", "bad.lua")
        let result = try shell.perilune("open 'mstr://?evt=1' -s bad.lua")
        #expect(result.errors.contains("bad.lua"))
        #expect(result.errors.contains(message))
        #expect(result.status == 78)
    }

    @Test(arguments: [
        ("typo.lua", "rename 'exectue' if it is meant to be that function"),
        ("Scripts/links.jsonl", "this looks like a log: name logs as LOG"),
        ("Scripts/hot_lead.lua -s Scripts/hot_lead.lua", "the script is named twice"),
    ])
    func suggestsTheNearestName(script: String, hint: String) throws {
        try shell.write("return { exectue = function() end }", "typo.lua")
        let result = try shell.perilune("process Scripts/links.jsonl -s \(script)")
        #expect(result.errors.contains(hint), "\(result.errors)")
        #expect(result.status == 78)
    }

    @Test func aFileThatIsNotTextIsRefused() throws {
        try shell.write([0x1B] + Array("Lua".utf8) + [0x54, 0, 0, 0], "binary.lua")
        let result = try shell.perilune("open 'mstr://?evt=1' -s binary.lua")
        #expect(result.errors.contains("binary.lua"))
        #expect(result.status == 78)
    }
}
