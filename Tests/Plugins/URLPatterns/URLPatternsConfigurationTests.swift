import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import Testing
import URLPatternsPlugin

/// Patterns that a configuration lists.
struct URLPatternsConfigurationTests {
    private static let source = SettingsSource(code: "pattern.configuration", firstIndex: 1) {
        part in
        .init(file: "perilune.lua:\(part)")
    }

    private func read(_ json: String) throws(PeriluneError) -> URLPatterns {
        try URLPatterns(Value(json: Array(json.utf8)), of: Self.source)
    }

    private func opened(_ url: String, _ patterns: URLPatterns) async throws -> [String] {
        let host = try await Host { patterns }
        let link = Event(id: "e", source: "s", type: "link.url", data: ["url": .string(url)])
        return try await host.process(all: [link]).records.dropFirst().map(\.type)
    }

    @Test func linksBecomeTheEventsThatTheListNames() async throws {
        let patterns = try read(
            #"{"patterns":[{"pattern":"l:(animal)Domain/s:Name","notification":"animal.opened"}]}"#)
        #expect(try await opened("app://animal/duck", patterns) == ["animal.opened"])
        #expect(try await opened("app://plant/duck", patterns).isEmpty)
    }

    @Test func theMostSpecificPatternWinsIfConfigured() async throws {
        let list = """
            "patterns":[{"pattern":"s:Any/s:Name","notification":"any.opened"},
                        {"pattern":"l:(animal)Domain/s:Name","notification":"animal.opened"}]
            """
        let first = try read("{\(list)}")
        let specific = try read(#"{"policy":"most-specific",\#(list)}"#)
        #expect(try await opened("app://animal/duck", first) == ["any.opened"])
        #expect(try await opened("app://animal/duck", specific) == ["animal.opened"])
    }

    @Test func compatiblePatternsMatchAsTheOriginalDid() async throws {
        let list =
            #""patterns":[{"pattern":"l:(animal)Domain/i:Age","notification":"animal.opened"}]"#
        let compatible = try read(#"{"matching":"compatible",\#(list)}"#)
        #expect(try await opened("app://animal/x9y", compatible) == ["animal.opened"])
        #expect(try await opened("app://animal/x9y", try read("{\(list)}")).isEmpty)
    }

    @Test(arguments: [
        (#"{"pattern":[]}"#, "pattern is not a setting", "perilune.lua:pattern"),
        (
            #"{"policy":"best"}"#, "policy must be one of first, most-specific",
            "perilune.lua:policy"
        ),
        (
            #"{"patterns":[{"pattern":"s:A"}]}"#, "patterns[1].notification is missing",
            "perilune.lua:patterns[1].notification"
        ),
        (
            #"{"patterns":[{"pattern":"s:A","notification":"n","priority":"high"}]}"#,
            "patterns[1].priority must be an integer from -1000000 to 1000000",
            "perilune.lua:patterns[1].priority"
        ),
    ])
    func anErrorIsNamedWithItsPlace(_ json: String, _ message: String, _ place: String) {
        let error = #expect(throws: PeriluneError.self) { try read(json) }
        #expect(error?.message == message)
        #expect(error?.place.file == place)
    }

    @Test func aPatternThatCannotBeReadNamesItsPlaceInTheList() {
        let error = #expect(throws: PeriluneError.self) {
            try read(
                #"{"patterns":[{"pattern":"s:A","notification":"n"},{"pattern":"q:A/","notification":"n"}]}"#
            )
        }
        #expect(error?.place.file == "perilune.lua:patterns[2]")
    }
}
