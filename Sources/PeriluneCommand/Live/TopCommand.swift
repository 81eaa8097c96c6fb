import Arguments
import Perilune
import PeriluneCore

let topAction: Action = Action(
    command: Command(
        name: "top", summary: "Show live figures for each script of a running server",
        discussion: [
            "Shows for each delegate, in the order in which they are called: calls per second, the share of events that it decided, the median and 99th percentile of its latency, its share of one processor, memory, errors since the start, its version, and when it was deployed. Waiting for effects does not count as latency. The reason of the last rejected reload is shown above them.",
            "On a terminal, it shows the last ten seconds and is updated every second, until you press q or Ctrl-C. Latency and processor share are estimated from one call in 17.",
            "It connects to the server's control socket, which 'perilune serve' prints at startup and only the same user may open.",
            "With --cluster it shows a cluster instead: for each lane its events and commits, commits per second, the events that its member has not read yet, the version of the rules and the member; then the members and the last error of each lane.",
        ],
        options: [
            .toggle("once", "Show the figures since the start once, and exit."),
            .value(
                "interval", "S", accepts: .integer(1...3600), default: "1",
                "Seconds between two updates."),
            .toggle(
                "json", "Write one JSON object for each update, with all counts since the start."),
        ] + ControlFile.options + ClusterOptions.withoutProject,
        examples: [
            Example("perilune top", "Monitor the server of this folder."),
            Example(
                "perilune top --once --control /srv/rules/perilune.db-control",
                "Show the figures of a server in another folder."),
            Example(
                "perilune top --once --json | jq '.delegates[] | select(.errors > 0)'",
                "List the delegates with errors."),
            Example(
                "perilune top --cluster nats://127.0.0.1:4222",
                "Monitor the lanes and members of a cluster."),
        ]),
    run: { values, terminal in
        let isOfCluster = !values.strings("cluster").isEmpty && !values.isGiven("control")
        let cluster = isOfCluster ? try ClusterTop(values, terminal) : nil
        let client = isOfCluster ? nil : try ControlClient(ControlFile.find(values))
        let signals = StopSignals()
        let key = values.flag("json") || values.flag("once") ? nil : QuitKey { signals.stop() }
        defer { key?.restore() }
        try await signals.run {
            if let cluster { return try await cluster.run(asJSON: values.flag("json")) }
            guard let client else { return }
            if values.flag("json") {
                try await Top(client, values, terminal).write()
            } else {
                try await Top(client, values, terminal).show()
            }
        }
        return .success
    })

/// Requests the figures repeatedly.
private struct Top {
    private let client: ControlClient
    private let terminal: Terminal
    private let isOnce: Bool
    private let interval: Duration

    /// The number of refreshes that the rates on the screen cover.
    private static let window = 10

    init(_ client: ControlClient, _ values: Values, _ terminal: Terminal) {
        self.client = client
        self.terminal = terminal
        isOnce = values.flag("once")
        interval = .seconds(values.integer("interval") ?? 1)
    }

    func write() async throws {
        while true {
            let answer = try await client.get("/top")
            guard HostOverview(answer) != nil else { throw client.notAServerError }
            try terminal.write(answer.json + "\n")
            if isOnce { return }
            try await Task.sleep(for: interval)
        }
    }

    func show() async throws {
        var looks: [HostOverview] = []
        while true {
            guard let now = HostOverview(try await client.get("/top")) else {
                throw client.notAServerError
            }
            // A restarted server has new counts.
            if looks.last?.started != now.started { looks = [] }
            let text = TopText(now, since: looks.first, style: terminal.style)
            if isOnce { return try terminal.write(text.text) }
            if terminal.canRedraw {
                try terminal.write(text.screen(columns: terminal.width, rows: terminal.height))
            } else {
                try terminal.write(looks.isEmpty ? text.text : "\n" + text.text)
            }
            looks.append(now)
            if looks.count > Self.window { looks.removeFirst() }
            try await Task.sleep(for: interval)
        }
    }
}
