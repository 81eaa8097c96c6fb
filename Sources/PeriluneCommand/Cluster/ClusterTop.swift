import Arguments
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore

/// `perilune top` for a cluster: lanes, their owners, lag, commits per second, and the last errors.
struct ClusterTop {
    let cluster: Cluster
    let terminal: Terminal
    let isOnce: Bool
    let interval: Duration

    private typealias Sample = (time: ContinuousClock.Instant, status: ClusterStatus)

    init(_ values: Values, _ terminal: Terminal) throws {
        cluster = try ClusterOptions.cluster(values, "perilune top")
        self.terminal = terminal
        isOnce = values.flag("once")
        interval = .seconds(values.integer("interval") ?? 1)
    }

    /// The number of samples for computing rates.
    private static let window = 10

    func run(asJSON: Bool) async throws {
        let watch = try ClusterWatch(cluster)
        var samples: [Sample] = []
        while true {
            let now: Sample = (.now, try watch.status())
            if asJSON {
                try terminal.write(ClusterText(status: now.status).json(cluster).json + "\n")
            } else {
                try show(now, since: samples.first, isFirst: samples.isEmpty)
            }
            if isOnce { return }
            samples.append(now)
            if samples.count > Self.window { samples.removeFirst() }
            try await Task.sleep(for: interval)
        }
    }

    /// The number of commits of a lane between two samples.
    ///
    /// A snapshot removes commits from the log, so the member's own count is used as long as the member stays the
    /// same.
    private static func commits(
        of now: ClusterStatus.Lane, since before: ClusterStatus.Lane
    ) -> Int {
        if now.owner == before.owner, let new = now.committed, let old = before.committed,
            new >= old
        {
            return new - old
        }
        return max(0, now.commits - before.commits)
    }

    private func show(_ now: Sample, since before: Sample?, isFirst: Bool) throws {
        let rates = before.map { before in
            let span = (now.time - before.time) / .seconds(1)
            return zip(now.status.lanes, before.status.lanes).map { now, before in
                Double(Self.commits(of: now, since: before)) / max(span, 0.001)
            }
        }
        let lines =
            ["cluster \(cluster.name), \(Counted(now.status.members.count, "member"))", ""]
            + ClusterText(status: now.status, commitRates: rates).lines.map(\.withoutControls)
        guard terminal.canRedraw, !isOnce else {
            return try terminal.write((isFirst ? "" : "\n") + lines.map { $0 + "\n" }.joined())
        }
        let cut = lines.prefix(terminal.height - 1).map { $0.prefix(terminal.width) + "\u{1B}[K\n" }
        try terminal.write("\u{1B}[H" + cut.joined() + "\u{1B}[J")
    }
}
