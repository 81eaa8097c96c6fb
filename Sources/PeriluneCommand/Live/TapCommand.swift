import Arguments
import Perilune
import PeriluneCore
import PeriluneHTTP

let tapAction: Action = Action(
    command: Command(
        name: "tap", summary: "Show events of a running server as they are processed",
        discussion: [
            "Shows a line for each event: its time, id and type, the outcome and who decided it, and its effects. It starts with the next event and runs until Ctrl-C. Secrets are masked.",
            "The server never waits for tap. Events that could not be shown in time are counted on standard error, or with --json as {\"missed\":N} between the other lines.",
        ],
        options: [
            .value(
                "type", "TYPE",
                "Show only events of this type; * stands for one or more segments: crm.*."),
            .value(
                "outcome", "O", accepts: .choice(Outcome.allCases.map(\.rawValue)),
                "Show only events with this outcome."),
            .value("delegate", "NAME", "Show only events that this script or delegate decided."),
            .value(
                "limit", short: "n", "N", accepts: .integer(1...Int.max), "Stop after N events."),
            .toggle("json", "Write JSON, one object per line, with time, event and record."),
        ] + ControlFile.options,
        examples: [
            Example("perilune tap", "Show all events of the server in this folder."),
            Example("perilune tap --outcome failed", "Show events that fail."),
            Example(
                "perilune tap --type 'link.*' --limit 100 --json > taps.jsonl",
                "Write a hundred link events as JSON."),
        ]),
    run: { values, terminal in
        let client = try ControlClient(ControlFile.find(values))
        let watching = try Watching(client, values, terminal)
        try await StopSignals().run { try await watching.run() }
        return .success
    })

/// Requests events repeatedly.
private struct Watching: Sendable {
    private let client: ControlClient
    private let terminal: Terminal
    private let filter: String
    private let limit: Int
    private let isJSON: Bool

    /// The maximum number of events in an answer; after a full answer, there may be more.
    private static let most = 256
    private static let pause: Duration = .milliseconds(100)

    init(_ client: ControlClient, _ values: Values, _ terminal: Terminal) throws(UsageError) {
        self.client = client
        self.terminal = terminal
        limit = values.integer("limit") ?? .max
        isJSON = values.flag("json")
        if let type = values.string("type") {
            do throws(PeriluneError) { _ = try TypePattern(type) } catch {
                throw UsageError(.invalidValue, error.message, program: "perilune tap")
            }
        }
        filter = ["type", "outcome", "delegate"].compactMap { name in
            values.string(name).map { "&\(name)=\(PercentEncoding.component($0))" }
        }.joined()
    }

    func run() async throws {
        var left = limit
        var next = try await ask("/tap?limit=1")
        terminal.info("connected to \(client.file)\n")
        while left > 0 {
            let limit = min(left, Self.most)
            let answer = try await ask("/tap?from=\(next.number)&limit=\(limit)\(filter)")
            if answer.missed > 0 { try show(missed: answer.missed) }
            try show(answer.events)
            left -= answer.events.count
            next = answer
            if answer.events.count < limit, left > 0 { try await Task.sleep(for: Self.pause) }
        }
    }

    private func ask(
        _ target: String
    ) async throws(PeriluneError) -> (events: [Value], number: Int64, missed: Int) {
        let answer = try await client.get(target)
        guard let events = answer["events"]?.array, let next = answer["next"]?.integer,
            let missed = answer["missed"]?.integer
        else { throw client.notAServerError }
        return (events, next, Int(missed))
    }

    private func show(missed: Int) throws(PeriluneError) {
        if isJSON {
            try terminal.write("{\"missed\":\(missed)}\n")
        } else {
            terminal.info("missed \(Counted(missed, "event"))\n")
        }
    }

    private func show(_ events: [Value]) throws(PeriluneError) {
        guard !events.isEmpty else { return }
        let lines = events.map { event in
            let event = Redaction.redact(event)
            return isJSON ? event.json : TapLine(event, style: terminal.style).text
        }
        try terminal.write(lines.map { $0 + "\n" }.joined())
    }
}
