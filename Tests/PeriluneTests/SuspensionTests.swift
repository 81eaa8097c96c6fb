import PeriluneTestKit
import Testing

@testable import Perilune

/// Delegates in Swift that wait: the worker goes on, and what comes out is as if it had not.
@Suite(.timeLimit(.minutes(15))) struct SuspensionTests {
    private let journal = Journal()

    private func host(_ more: Component..., event form: Pause.Form = .reader) async throws -> Host {
        try await Host {
            Delegate(name: "slow", interests: Interests()) { [journal] _ in
                Slow(journal: journal, form: form)
            }
            more
        }
    }

    /// Waits until the event `until` has been executed.
    private func slow(_ id: String, until: String, source: String) -> Event {
        event(id, source: source, data: ["until": .string(until)])
    }

    @Test func otherKeysContinueAndTheOutputKeepsItsOrder() async throws {
        let results = try await host().process(all: [
            slow("1", until: "2", source: "a"), event("2", source: "b"),
            event("3", source: "b"),
        ])
        #expect(journal.notes == ["execute 1", "execute 2", "execute 3", "resume 1"])
        #expect(
            results.text == "\"execute 1\"\n\"resume 1\"\n\"execute 2\"\n\"execute 3\"\n")
        #expect(results.outcomes == ["1 handled slow", "2 handled slow", "3 handled slow"])
        #expect(results.summary.handled == 3)
        #expect(addsUp(results.summary))
    }

    @Test func theSameKeyWaits() async throws {
        let results = try await host().process(all: [
            slow("1", until: "4", source: "a"), event("2", source: "a"),
            slow("3", until: "4", source: "a"), event("4", source: "b"),
            event("5", source: "a"),
        ])
        #expect(
            journal.notes == [
                "execute 1", "execute 4", "resume 1", "execute 2", "execute 3", "resume 3",
                "execute 5",
            ])
        #expect(results.records.map(\.event) == ["1", "2", "3", "4", "5"])
        #expect(
            results.text.split(separator: "\n") == [
                "\"execute 1\"", "\"resume 1\"", "\"execute 2\"", "\"execute 3\"", "\"resume 3\"",
                "\"execute 4\"", "\"execute 5\"",
            ])
    }

    @Test func theKeyIsTheOneThatDelegatesNameAlsoForEmbedders() async throws {
        let counting = Delegate(
            name: "counting", interests: Interests(types: ["none"]), ordering: .path("subject")
        ) { _ in Slow(journal: Journal(), form: .reader) }
        let events = [
            Event(id: "1", source: "a", type: "t", subject: "x", data: ["until": "3"]),
            Event(id: "2", source: "b", type: "t", subject: "x"),
            Event(id: "3", source: "a", type: "t", subject: "y"),
        ]
        _ = try await host(.delegate(counting)).process(all: events)
        #expect(journal.notes == ["execute 1", "execute 3", "resume 1", "execute 2"])
    }

    @Test func publishedEventsFollowTheSuspendedOne() async throws {
        let publishing = event(
            "1", source: "a", data: ["until": "2", "publish": "test.made"])
        let results = try await host().process(all: [publishing, event("2", source: "b")])
        #expect(results.records.map(\.event) == ["1", "1/slow/1", "2"])
        #expect(results.summary.published == 1)
        #expect(
            results.text.split(separator: "\n") == [
                "\"execute 1\"", "\"resume 1\"", "\"execute 1/slow/1\"", "\"execute 2\"",
            ])
        #expect(addsUp(results.summary))
    }

    @Test func failureAfterTheWaitRollsBackAndAsksTheNextDelegate() async throws {
        let failing = event("1", source: "a", data: ["until": "2", "fail": true])
        let next = Delegate(on: "*", name: "next") { event, commander in
            commander.emit(.string("next \(event.id)"))
            return .handled
        }
        let results = try await host(.delegate(next)).process(all: [
            failing, event("2", source: "b"),
        ])
        #expect(results.text == "\"next 1\"\n\"execute 2\"\n")
        #expect(results.outcomes == ["1 handled next", "2 handled slow"])
        #expect(results.records[0].error?.code == "test.late")
        #expect(results.records[0].effects.isEmpty)
    }

    @Test(arguments: [Pause.Form.reader, .fixed])
    func scriptsAfterASuspendedDelegateReadTheRightEvent(_ form: Pause.Form) async throws {
        let script = Script(
            name: "after.lua",
            source: """
                return { execute = function(event, commander)
                  commander:emit("script " .. event.id .. " " .. event.data["until"])
                end }
                """)
        let passing = event("1", source: "a", data: ["until": "2", "pass": true])
        let results = try await host(.script(script), event: form).process(all: [
            passing, event("2", source: "b"), event("3", source: "b"),
        ])
        #expect(
            results.text.split(separator: "\n") == [
                "\"execute 1\"", "\"resume 1\"", "\"script 1 2\"", "\"execute 2\"",
                "\"execute 3\"",
            ])
    }

    @Test func aLogKeepsItsOrderToo() async throws {
        let log = [
            line("1", source: "a", data: ["until": "3"]), "{bad", line("3", source: "b"),
            line("4", source: "a"),
        ]
        let run = try await LogRun(log, on: host())
        #expect(
            run.output.split(separator: "\n") == [
                "\"execute 1\"", "\"resume 1\"", "\"execute 3\"", "\"execute 4\"",
            ])
        #expect(
            run.records.split(separator: "\n").map { $0.prefix(24) } == [
                #"{"event":"1","type":"tes"#, #"{"event":"test.jsonl:2","#,
                #"{"event":"3","type":"tes"#, #"{"event":"4","type":"tes"#,
            ])
        #expect(addsUp(run.summary))
    }
}
