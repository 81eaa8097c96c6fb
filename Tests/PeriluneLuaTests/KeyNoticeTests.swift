import PeriluneCore
import PeriluneLua
import Testing

/// Events without the path of the ordering key, which would all have the same key.
struct KeyNoticeTests {
    private let bench: Bench

    init() throws {
        bench = try Bench(
            Script(
                name: "rule.lua",
                source: """
                    local state = require "state"
                    return { on = "test.*", key = "data.k",
                      shouldHandle = function(event) return not event.data.declined end,
                      execute = function(event)
                        if event.data.fails then error("no") end
                        state.n = 1
                      end }
                    """))
    }

    private func notices(_ events: String...) throws -> Notices {
        for data in events { _ = try? bench.watch(.test(data)) }
        let delegate = try #require(bench.delegate as? any NoticingDelegate)
        var notices = Notices()
        delegate.takeNotices(into: &notices)
        return notices
    }

    @Test func eventsWithoutTheKeyAreCounted() throws {
        let missing = try notices("{}", #"{"x":1}"#, #"{"fails":true}"#).missingPaths
        #expect(missing.map(\.count) == [3])
        #expect(
            missing.map(\.subject) == [
                .init(owner: "rule.lua", name: "data.k", kind: .key(ordersEvents: true))
            ])
        #expect(try notices().isEmpty)
    }

    @Test func eventsThatTheScriptDeclinesAreNotCounted() throws {
        #expect(try notices(#"{"declined":true}"#).isEmpty)
    }

    @Test func aKeyThatOneEventHasIsFound() throws {
        var notices = try notices("{}", #"{"k":"a"}"#, "{}")
        #expect(notices.missingPaths.isEmpty && !notices.isEmpty)
        notices += try self.notices("{}")
        #expect(notices.missingPaths.isEmpty)
    }
}
