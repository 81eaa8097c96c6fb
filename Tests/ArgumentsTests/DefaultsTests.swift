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

    @Test func holdWhereAnOptionIsNotGiven() throws {
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
