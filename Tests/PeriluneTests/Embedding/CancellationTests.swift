import PeriluneFoundation
import PeriluneTestKit
import Testing

@testable import Perilune

/// Calls whose task is cancelled.
@Suite(.timeLimit(.minutes(5))) struct CancellationTests {
    private let journal = Journal()

    /// Calls of scripts that answer when they are cancelled, and say in the journal that they wait.
    private struct Waiting: Plugin {
        let name = "waiting"
        let journal: Journal

        func register(in registry: inout Registry) throws(PeriluneError) {
            let journal = journal
            let wait = HostFunction(
                "forever", "Waits.", [],
                .async { _, call in
                    call.note("wait", [:])
                    journal.note("waits")
                    try await Task.sleep(for: .seconds(600))
                    return nil
                })
            try registry.add(HostModule("wait", "Waits.", [wait]))
        }
    }

    private func host(workers: Int = 1) async throws -> Host {
        var options = HostOptions()
        options.workers = workers
        return try await Host(options: options) {
            Waiting(journal: journal)
            Script(
                name: "wait.lua",
                source: """
                    local wait, state = require "wait", require "state"
                    return { key = "source", execute = function(e, c)
                      state.n = (state.n or 0) + 1
                      if e.data.waits then pcall(wait.forever) end
                      c:emit(state.n)
                    end }
                    """)
            Delegate(on: "*", name: "next") { _, _ in .handled }
        }
    }

    private func event(_ id: String, source: String = "a", waits: Bool = false) -> Event {
        Event(id: id, source: source, type: "test", data: ["waits": .bool(waits)])
    }

    @Test(arguments: [1, 3]) func aDecisionThatWaitsEndsAndIsRolledBack(_ workers: Int) async throws
    {
        let host = try await host(workers: workers)
        let waiting = Task { try await host.decide(event("1", waits: true)) }
        await journal.waitFor("waits")
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let answer = try await host.decide(event("2"))
        #expect(answer.record.by == "wait.lua")
        #expect(try answer.values() == [1])
    }

    @Test func aCallOfSeveralEventsReturnsWhatWasDecided() async throws {
        let host = try await host()
        let waiting = Task {
            try await host.process(all: [
                event("1"), event("2", waits: true), event("3"), event("4", source: "b"),
            ])
        }
        await journal.waitFor("waits")
        // The worker has decided the last event when it decides another one.
        _ = try await host.process(event("5", source: "b"))
        waiting.cancel()
        let results = try await waiting.value
        #expect(results.records.map(\.event) == ["1", "2", "3", "4"])
        #expect(results.records.map(\.outcome) == [.handled, .failed, .failed, .handled])
        #expect(
            results.records.map { $0.error?.code } == [
                nil, "event.cancelled", "event.cancelled", nil,
            ])
        #expect(results.records[1].effects.map(\.kind) == ["wait"])
        #expect(results.summary.failed == 2)
        #expect(String(decoding: results.output, as: UTF8.self) == "1\n1\n")
    }

    @Test func anEventThatWaitsBehindAnotherCallEndsAlone() async throws {
        let host = try await host()
        let first = Task { try await host.decide(event("1", waits: true)) }
        await journal.waitFor("waits")
        let second = Task { try await host.process(all: [event("2")]) }
        second.cancel()
        #expect(try await second.value.records[0].error?.code == "event.cancelled")
        #expect(journal.notes == ["waits"])
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test func aCancelledTaskStartsNoDecision() async throws {
        let host = try await Host {
            Delegate(on: "*", name: "journal") { [journal] event, _ in
                journal.note(event.id)
                return .handled
            }
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await host.process(all: [event("1"), event("2")])
        }
        let results = try await task.value
        #expect(results.records.map(\.outcome) == [.failed, .failed])
        #expect(results.records.map(\.event) == ["1", "2"])
        #expect(journal.notes == [])
    }

    @Test func aClosureThatWaitsIsCancelledWithItsCall() async throws {
        let host = try await Host {
            Delegate.async(on: "*") { [journal] _, _ in
                journal.note("waits")
                do {
                    try await Task.sleep(for: .seconds(600))
                } catch {
                    journal.note("cancelled")
                }
                return .handled
            }
        }
        let waiting = Task { try await host.process(event("1")) }
        await journal.waitFor("waits")
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        await journal.waitFor("cancelled")
        #expect(journal.notes == ["waits", "cancelled"])
    }

    @Test func aClosureThatIgnoresItsCancellationDoesNotBlockTheCaller() async throws {
        let host = try await Host {
            Delegate.async(on: "*") { [journal] _, _ in
                journal.note("waits")
                await journal.waitFor("returned")
                return .handled
            }
        }
        let waiting = Task { try await host.process(event("1")) }
        await journal.waitFor("waits")
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        journal.note("returned")
    }
}
