import PeriluneCore
import PeriluneLua
import Testing

@testable import Perilune

/// Timers of keys whose events wait for answers.
struct TimerWaitTests {
    /// A module whose call ends when the event with the id that it names has been executed.
    private final class Gate: Sendable {
        private let stream: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (stream, continuation) = AsyncStream<Void>.makeStream() }

        func open() { continuation.finish() }
        func wait() async { for await _ in stream {} }
    }

    private struct Waiting: Plugin {
        let gate: Gate
        var name: String { "waiting" }

        func register(in registry: inout Registry) throws(PeriluneError) {
            try registry.add(
                HostModule(
                    "gate", "Waits.",
                    [
                        HostFunction(
                            "wait", "Waits.", [],
                            .async { _, _ in
                                await gate.wait()
                                return Optional<Value>.none
                            }),
                        HostFunction(
                            "open", "Lets go on what waits.", [],
                            .sync { _, _ in
                                gate.open()
                                return Optional<Value>.none
                            }),
                    ]))
        }
    }

    private func event(_ id: String, _ key: String, second: Int) -> Event {
        Event(
            json: Array(
                #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"test","time":"2026-01-01T00:00:\#(second)Z","data":{"k":"\#(key)"}}"#
                    .utf8))
    }

    @Test func areOrderedAmongEventsThatWaitedForTheSameAnswer() async throws {
        let source = """
            local state, timer, gate = require "state", require "timer", require "gate"
            local function note(text, commander)
              state.n = (state.n or 0) + 1
              commander:emit(state.n .. " " .. text)
            end
            return { on = "test", key = "data.k",
              execute = function(event, commander)
                if event.id == "1" then gate.wait() timer.after("10s") end
                if event.id == "4" then gate.open() end
                note(event.id, commander)
              end,
              onTimer = function(name, commander, event) note("timer", commander) end }
            """
        let host = try await Host {
            Waiting(gate: Gate())
            Script(name: "rule.lua", source: source)
        }
        // The timer is set when 2 and 3 wait already; it is due between them.
        let results = try await host.process(all: [
            event("1", "a", second: 10), event("2", "a", second: 15), event("3", "a", second: 25),
            event("4", "b", second: 30),
        ])
        let lines = results.text.split(separator: "\n").map { String($0) }
        #expect(
            Set(lines) == ["\"1 1\"", "\"2 2\"", "\"3 timer\"", "\"4 3\"", "\"1 4\""])
        #expect(addsUp(results.summary))
    }
}
