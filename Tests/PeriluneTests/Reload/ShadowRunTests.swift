import PeriluneCore
import Testing

@testable import Perilune

/// A new version is tried on recorded events before it decides anything.
@Suite(.timeLimit(.minutes(15))) struct ShadowRunTests {
    private func script(_ body: String) -> Script {
        Script(
            name: "rule.lua",
            source: """
                local state = require "state"
                return { on = "*", execute = function(event, commander)
                  \(body)
                end }
                """)
    }

    private let events = (1...10).map { event("\($0)", data: .integer($0)).json }

    @Test func differencesAreCountedAndReported() async throws {
        let host = try await Host { script("commander:emit(event.data)") }
        let reload = try await host.reload(
            [
                script(
                    "if event.data > 7 then commander:emit(0) else commander:emit(event.data) end")
            ],
            checks: [], shadow: events)
        let shadow = try #require(reload.shadow)
        #expect(shadow.events == 10)
        #expect(shadow.differences == 3)
        #expect(shadow.examples == ["8", "9", "10"])
        #expect(
            reload.description.contains("3 of 10 recorded events decided differently: 8, 9, 10"))
    }

    @Test func anEventThatOnlyTheNewVersionFailsRefusesIt() async throws {
        let host = try await Host { script("commander:emit(1)") }
        let error = await #expect(throws: PeriluneError.self) {
            try await host.reload(
                [script("if event.data == 7 then error('seven') end commander:emit(1)")],
                checks: [], shadow: events)
        }
        #expect(error?.place.line == 3)
        #expect(error?.hint?.contains("event 7, one of the last 10") == true)
        #expect(try await host.process(all: [event("1", data: 7)]).text == "1\n")
    }

    @Test func anEventThatTheOldVersionFailedTooRefusesNothing() async throws {
        let host = try await Host { script("error('always')") }
        try await host.reload(
            [script("if event.data == 7 then error('seven') end")], checks: [], shadow: events)
        #expect(try await host.process(all: [event("1", data: 8)]).summary.handled == 1)
    }

    @Test func stateIsReadAndNotChanged() async throws {
        let count = "state.n = (state.n or 0) + 1 commander:emit(state.n)"
        let host = try await Host { script(count) }
        _ = try await host.process(all: [event("a"), event("b")])
        let reload = try await host.reload([script(count + " ")], checks: [], shadow: events)
        #expect(reload.shadow?.differences == 0)
        #expect(try await host.process(all: [event("c")]).text == "3\n")
    }

    @Test func theIntakeTriesTheLastEventsThatCameIn() async throws {
        let door = try Door(
            durable: false, change: { $0.shadow = 5 }, { [.script(script("return"))] })
        defer { door.remove() }
        for id in 0..<12 { _ = await door.send("e\(id)") }
        await door.drain()
        let reload = try await door.intake.reload([script("commander:emit(1)")], checks: [])
        #expect(reload.shadow?.events == 5)
        #expect(reload.shadow?.examples == ["e7", "e8", "e9"])
    }
}
