import Perilune
import PeriluneFoundation
import Testing

/// Delegates in Swift whose closure is asynchronous.
@Suite(.timeLimit(.minutes(5))) struct AsyncDelegateTests {
    private struct Odd: Error {}

    private let journal = Journal()

    private func host(
        _ options: HostOptions = HostOptions(),
        _ body: @escaping @Sendable (Event, AsyncCommander) async throws -> Reply
    ) async throws -> Host {
        try await Host(options: options) {
            Delegate.async(on: "test.*", name: "async", execute: body)
            Delegate(on: "*", name: "next") { event, commander in
                commander.emit("next")
                return .handled
            }
        }
    }

    private func answer(
        _ body: @escaping @Sendable (Event, AsyncCommander) async throws -> Reply
    ) async throws -> Answer {
        try await host(HostOptions(), body).decide(["n": 7], as: "test.a")
    }

    @Test func effectsArePerformedWhenTheClosureReturns() async throws {
        let answer = try await answer { event, commander in
            commander.emit(try Value(encoding: event.data(as: [String: Int].self)))
            await Task.yield()
            commander.effect("mail", ["to": "you"])
            commander.publish(type: "other")
            return .handled
        }
        #expect(answer.record.by == "async")
        #expect(answer.record.effects.map(\.kind) == ["mail", "publish"])
        #expect(answer.published.map(\.type) == ["other"])
        #expect(
            answer.json().map { String(decoding: $0, as: UTF8.self) } == [#"{"n":7}"#, #""next""#])
    }

    @Test func anErrorDiscardsEffectsAndAsksTheNextDelegate() async throws {
        let answer = try await answer { _, commander in
            commander.emit("first")
            commander.effect("mail", [:])
            throw Odd()
        }
        #expect(answer.record.by == "next")
        #expect(answer.record.error?.code == "delegate.failed")
        #expect(answer.record.effects == [])
        #expect(try answer.values() == ["next"])
    }

    @Test func repliesMeanTheSameAsInSynchronousDelegates() async throws {
        #expect(try await answer { _, _ in .reject(reason: "no") }.record.reason == "no")
        #expect(try await answer { _, _ in .pass }.record.by == "next")
    }

    @Test func anUndeclaredOutputIsAnErrorOfTheDelegate() async throws {
        let answer = try await answer { _, commander in
            commander.emit(1, to: "alerts")
            return .handled
        }
        #expect(answer.record.error?.code == "output.unknown")
    }

    @Test func otherKeysContinueWhileADelegateWaits() async throws {
        let host = try await self.host { [journal] event, _ in
            if try Value(json: event.json)["id"] == "1" { await journal.waitFor("2") }
            journal.note(try Value(json: event.json)["id"]?.string ?? "")
            return .handled
        }
        let events = ["1", "2"].map { Event(id: $0, source: $0, type: "test.a") }
        let results = try await host.process(all: events)
        #expect(journal.notes == ["2", "1"])
        #expect(results.records.map(\.event) == ["1", "2"])
    }

    @Test func aDelegateIsCancelledAtTheDeadlineOfItsEvent() async throws {
        var options = HostOptions()
        options.callTime = .milliseconds(20)
        let host = try await self.host(options) { _, _ in
            try await Task.sleep(for: .seconds(600))
            return .handled
        }
        let record = try await host.process(Event(id: "1", source: "s", type: "test.a"))
        #expect(record.error?.code == "event.calls")
        #expect(record.by == "next")
    }
}
