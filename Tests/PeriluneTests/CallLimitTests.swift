import PeriluneCore
import PeriluneTestKit
import Synchronization
import Testing

@testable import Perilune

/// The deadline that all host calls of an event share.
@Suite(.timeLimit(.minutes(5))) struct CallLimitTests {
    /// A module whose calls never answer.
    private struct Silence: Plugin {
        /// Whether the call ends when it is cancelled.
        let heeds: Bool
        let calls: Mutex<Int>.Box

        var name: String { "silence" }

        func register(in registry: inout Registry) throws(PeriluneError) {
            let (heeds, calls) = (heeds, calls)
            try registry.add(
                HostModule(
                    "silence", "Never answers.",
                    [
                        HostFunction(
                            "ask", "Asks.", [], returns: "string",
                            .async({ _, call in
                                try await call.perform("test.ask", .init([]), request: .null) {
                                    calls.value.withLock { $0 += 1 }
                                    if heeds {
                                        try await Task.sleep(for: .seconds(600))
                                    } else {
                                        await withUnsafeContinuation {
                                            (_: UnsafeContinuation<Void, Never>) in
                                        }
                                    }
                                    return .string("an answer")
                                }
                            }))
                    ]))
        }
    }

    private func records(
        heeds: Bool, _ script: String, limit: Duration = .milliseconds(50)
    ) async throws -> (records: [Record], calls: Int) {
        let calls = Mutex<Int>.Box()
        var options = HostOptions()
        options.callTime = limit
        let host = try await Host(options: options) {
            Silence(heeds: heeds, calls: calls)
            Script(name: "ask.lua", source: script)
        }
        let results = try await host.process(all: [event("1"), event("2", source: "other")])
        return (results.records, calls.value.withLock(\.self))
    }

    private let asks = """
        local silence = require "silence"
        return { on = "*", execute = function(event) silence.ask() end }
        """

    @Test(arguments: [true, false]) func anEventDoesNotWaitForEver(heeds: Bool) async throws {
        let (records, _) = try await records(heeds: heeds, asks)
        #expect(records.map(\.outcome) == [.failed, .failed])
        #expect(records.map { $0.error?.code } == ["event.calls", "event.calls"])
        #expect(records[0].error?.place.line == 2)
    }

    @Test func allCallsOfAnEventShareTheTime() async throws {
        let (records, calls) = try await records(
            heeds: true,
            """
            local silence = require "silence"
            return { on = "*", execute = function(event, commander)
              for i = 1, 20 do
                local ok, error = pcall(silence.ask)
                assert(not ok and error.code == "event.calls")
              end
              return commander:reject("no answer")
            end }
            """)
        #expect(records.map(\.outcome) == [.rejected, .rejected])
        // Calls after the first begin, but have no time left.
        #expect(calls <= 40)
    }
}

extension Mutex<Int> {
    /// A counter that several owners share.
    fileprivate final class Box: Sendable {
        let value = Mutex<Int>(0)
    }
}
