import PeriluneCore
import PeriluneJSON
import PeriluneLua
import PeriluneStore
import Testing

struct PublishedEventTests {
    private let lab = Lab()

    @Test func anEventCanBePublishedWithItsOwnTime() async throws {
        let prompt = try LuaPrompt(
            nil, modules: [], log: Lines(), store: MemoryStateStore())
        try prompt.load(.test("{}"))
        let published = await prompt.run(
            "commander:publish { type = 'a.b', time = '2026-01-02T03:04:05Z' }")
        let event = try #require(published.published.first)
        #expect(try Value(json: event.json)["time"] == "2026-01-02T03:04:05Z")
    }

    @Test(arguments: [
        (
            "tiem = '2026-01-02T03:04:05Z'",
            "commander:publish: unknown member 'tiem' (did you mean 'time'?)",
            "the members are type, subject, source, time, data"
        ),
        (
            "id = 'x'", "commander:publish: unknown member 'id'",
            "the id of a published event is that of its effect; put an id of your own into data"
        ),
        (
            "time = '02/01/2026'", "commander:publish: '02/01/2026' is not a valid RFC 3339 time",
            "write \"2026-11-21T16:00:00Z\", or time.text(seconds) with the result of time.parse"
        ),
        (
            "time = 1767323045",
            "commander:publish: 'time' must be a string, an RFC 3339 time",
            "write \"2026-11-21T16:00:00Z\", or time.text(seconds) with the result of time.parse"
        ),
        ("subject = 5", "commander:publish: 'subject' must be a string", nil),
    ])
    func unknownMembersOfAnEventAreRefused(
        _ member: String, _ message: String, _ hint: String?
    ) async throws {
        let error = try await lab.error("commander:publish { type = 'a.b', \(member) }")
        #expect(error.message == message)
        #expect(error.hint == hint)
    }
}
