import Perilune
import Testing

/// Sinks and sources from closures.
@Suite(.timeLimit(.minutes(5))) struct ClosureComponentTests {
    private struct Odd: Error {}

    private let journal = Journal()

    @Test func aSinkGetsTheRecordsAgainUntilItSucceeds() async throws {
        let host = try await Host {
            Delegate(on: "*", name: "all") { _, _ in .handled }
            Sink("audit") { [journal] batch in
                let text = String(decoding: batch.records, as: UTF8.self)
                if journal.notes.isEmpty {
                    journal.note("failed")
                    throw Odd()
                }
                journal.note(text)
            }
        }
        let record = try await host.process(Event(id: "1", source: "s", type: "t"))
        #expect(await host.drain() == [])
        #expect(journal.notes == ["failed", record.json + "\n"])
    }

    @Test func aSinkThatAnOutputNamesGetsItsValues() async throws {
        var options = HostOptions()
        options.outputs = [NamedOutput("alerts", .sink("audit"))]
        let host = try await Host(options: options) {
            Delegate(on: "*", name: "all") { _, commander in
                try commander.emit("alert", to: "alerts")
                return .handled
            }
            Sink("audit") { [journal] in journal.note(String(decoding: $0.records, as: UTF8.self)) }
        }
        _ = try await host.process(Event(id: "1", source: "s", type: "t"))
        await host.drain()
        #expect(journal.notes == ["\"alert\"\n"])
    }

    @Test func aSourceDeliversToAnIntake() async throws {
        var options = IntakeOptions()
        options.isDurable = false
        let report: @Sendable (IntakeProblem) -> Void = { _ in }
        let intake = try await Intake(options, report: report) {
            Delegate(on: "*", name: "all") { [journal] event, _ in
                journal.note(event.id)
                return .handled
            }
            Source("queue") { host in
                try await host.deliver([
                    EventDelivery([Event(id: "1", source: "s", type: "t")])
                ])
            }
        }
        await intake.runSources()
        #expect(await intake.drain() == 0)
        #expect(journal.notes == ["1"])
    }
}
