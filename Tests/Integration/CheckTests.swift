import Testing

struct CheckTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test func findsNothingInTheShippedScripts() throws {
        let result = try shell.run(
            "cd Scripts && perilune check --strict every_third_link.lua route_by_rules.lua emit_transform.lua"
        )
        #expect(result.output.isEmpty)
        #expect(result.errors == "3 files, 0 errors, 0 warnings\n")
        #expect(result.status == 0)
    }

    @Test(arguments: [
        ("return { shouldhandle = function() end, execute = function() end }", "shouldHandle"),
        ("local log = require 'log'\nreturn { execute = function() log.inf('x') end }", "info"),
        ("return { execute = function() count = 1 end }", "count"),
        ("local n = 0\nreturn { execute = function() n = n + 1 end }", "state"),
        ("return { execute = function( }", "bad.lua:1:"),
    ])
    func findsMistakes(source: String, message: String) throws {
        try shell.write(source + "\n", "bad.lua")
        let result = try shell.perilune("check --strict bad.lua")
        #expect(result.output.hasPrefix("bad.lua:"))
        #expect(result.output.contains(message))
        #expect(result.status == 1)
    }

    @Test func writesFindingsForAMachine() throws {
        try shell.write("return { execute = function( }\n", "bad.lua")
        let result = try shell.perilune("check --json bad.lua")
        let finding = try #require(try result.objects().first)
        #expect(finding["file"] as? String == "bad.lua")
        #expect(finding["line"] as? Int == 1)
        #expect(finding["severity"] as? String == "error")
        #expect(result.status == 1)
    }

    @Test func findsWhatOnlyLoadingShows() throws {
        try shell.write("error('not today')\nreturn { execute = function() end }\n", "bad.lua")
        let result = try shell.perilune("check bad.lua")
        #expect(result.output.contains("bad.lua:1: not today"))
        #expect(result.status == 1)
    }
}
