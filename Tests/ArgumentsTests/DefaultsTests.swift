import Testing

@testable import Arguments

struct DefaultsTests {
    private struct Defaults: OptionDefaults {
        func texts(of option: String) -> [String] {
            option == "script" ? ["a.lua", "b.lua"] : []
        }
        func flag(_ option: String) -> Bool? { option == "json" ? true : nil }
    }

    private func values(_ words: [String]) throws -> Values {
        var values = try parsed(words)
        values.defaults = Defaults()
        return values
    }

    @Test func applyIfAnOptionIsNotGiven() throws {
        let values = try values(["process", "log"])
        #expect(values.strings("script") == ["a.lua", "b.lua"])
        #expect(values.flag("json"))
        #expect(values.string("output") == nil)
        #expect(!values.isGiven("script"))
    }

    @Test func theCommandLineWins() throws {
        let values = try values(["process", "log", "--script", "x.lua"])
        #expect(values.strings("script") == ["x.lua"])
        #expect(values.isGiven("script"))
    }
}

struct EnvironmentTests {
    private static let tool = Tool(
        name: "tool", version: "1", summary: "A tool",
        commands: [
            Command(
                name: "run", summary: "Run",
                options: [
                    .value("max-body", "N", accepts: .integer(1...9), "A number."),
                    .toggle("watch", isNegatable: true, "Watch."),
                ])
        ])

    private func values(
        _ words: [String], _ environment: [String: String]
    ) throws -> Values {
        guard
            case .run(_, let values) = try Self.tool.parse(
                ["run"] + words, environment: { environment[$0] })
        else { throw CancellationError() }
        return values
    }

    @Test func setsAnOptionThatIsNotGiven() throws {
        let values = try values([], ["TOOL_MAX_BODY": "5", "TOOL_WATCH": "1"])
        #expect(values.integer("max-body") == 5)
        #expect(values.flag("watch"))
        #expect(values.variables["max-body"] == "TOOL_MAX_BODY")
    }

    @Test func anOptionTakesPrecedence() throws {
        let values = try values(
            ["--max-body", "7", "--no-watch"], ["TOOL_MAX_BODY": "5", "TOOL_WATCH": "1"])
        #expect(values.integer("max-body") == 7)
        #expect(!values.flag("watch"))
        #expect(values.variables.isEmpty)
    }

    @Test func anEmptyVariableIsIgnored() throws {
        #expect(try values([], ["TOOL_MAX_BODY": ""]).string("max-body") == nil)
    }

    @Test(arguments: [
        ("TOOL_MAX_BODY", "12", "must be an integer from 1 to 9, not '12'"),
        ("TOOL_WATCH", "maybe", "must be 1, true, 0 or false, not 'maybe'"),
    ])
    func anInvalidValueIsNamed(variable: String, value: String, problem: String) throws {
        let error = #expect(throws: UsageError.self) { try values([], [variable: value]) }
        #expect(
            error?.description.contains("the environment variable \(variable) \(problem)") == true)
    }
}
