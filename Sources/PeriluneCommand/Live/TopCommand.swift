import Arguments
import Perilune
import PeriluneCore

let topAction: Action = Action(
    command: Command(
        name: "top", summary: "Show live figures for each script of a running server",
        discussion: [
            "For each delegate, in the order in which they are asked: calls a second, how many of them it claimed, the running time that half and 99 % of its turns stayed below, its share of one processor, memory, errors since the start, the version that decides and since when. Time in which it waits for an answer does not count. Above them is why a reload was refused last.",
            "On a terminal it is drawn anew each second, over the last ten; Ctrl-C ends it. Running times and the share of the processor are estimated from one turn in 17.",
            "The server is found by its socket, which 'perilune serve' says at its start and only the user who runs it may open.",
        ],
        options: [
            .toggle("once", "Show what has been since the start, once."),
            .value(
                "interval", "S", accepts: .integer(1...3600), default: "1",
                "Seconds between two looks."),
            .toggle("json", "Write a JSON object for each look, with all counts since the start."),
        ] + ControlFile.options,
        examples: [
            Example("perilune top", "Look on, in the folder of the server."),
            Example(
                "perilune top --once --control /srv/rules/perilune.db-control", "From elsewhere."),
            Example(
                "perilune top --once --json | jq '.delegates[] | select(.errors > 0)'",
                "For a machine."),
        ]),
    run: { values, terminal in
        let client = try ControlClient(ControlFile.find(values))
        try await StopSignals().run {
            if values.flag("json") {
                try await Top(client, values, terminal).write()
            } else {
                try await Top(client, values, terminal).show()
            }
        }
        return .success
    })

/// Looks again and again.
private struct Top {
    private let client: ControlClient
    private let terminal: Terminal
    private let isOnce: Bool
    private let interval: Duration

    /// Looks that numbers on the screen are over.
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
            guard HostOverview(answer) != nil else { throw client.other }
            try terminal.write(answer.json + "\n")
            if isOnce { return }
            try await Task.sleep(for: interval)
        }
    }

    func show() async throws {
        var looks: [HostOverview] = []
        while true {
            guard let now = HostOverview(try await client.get("/top")) else { throw client.other }
            // Another server on the same socket counts from its own start.
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
