package import PeriluneCore

/// How a running host is: what `perilune top` asks for.
package struct HostOverview: Hashable, Sendable {
    /// The version of Perilune, and the number of the process.
    package var version = PeriluneVersion.current.description
    package var process = 0
    /// When this was so, and when the host began.
    package var time: Timestamp
    package var started: Timestamp
    package var workers = 1
    /// Events that were decided since then, that wait, and that are in quarantine.
    package var decided = 0
    package var waiting = 0
    package var quarantined = 0
    /// In the order in which they are asked; last those that are no more.
    package var delegates: [Row] = []
    /// What became of reloads, as `/readyz?verbose` has it.
    package var reloads: Value = .null
    /// What sources read, and how far they are.
    package var inputs: [SourceInput] = []

    /// One delegate.
    package struct Row: Hashable, Sendable {
        package let name: String
        package var counts = DelegateCounts()
        /// Bytes, on all workers; `nil` for a delegate in Swift.
        package var memory: Int?
        /// Which version of a script decides, and since when.
        package var version: String?
        package var since: Timestamp?
        /// Whether a reload has taken it away.
        package var isGone = false

        package init(_ name: String) { self.name = name }
    }

    package init(time: Timestamp, started: Timestamp) {
        self.time = time
        self.started = started
    }

    /// What has come since an earlier look.
    package func since(_ before: HostOverview) -> HostOverview {
        var new = self
        new.started = before.time
        new.decided -= before.decided
        for index in new.delegates.indices {
            let name = new.delegates[index].name
            guard let old = before.delegates.first(where: { $0.name == name }) else { continue }
            new.delegates[index].counts = new.delegates[index].counts - old.counts
        }
        return new
    }
}

extension Intake {
    /// How it is.
    var overview: HostOverview {
        var overview = HostOverview(time: .now, started: live.started)
        overview.workers = host.options.workers
        overview.decided = live.tap.decided
        overview.waiting = unfinished
        overview.quarantined = quarantined
        overview.inputs = host.registry.eventSources.flatMap(\.inputs)
        let history = host.reloads
        overview.reloads = history.value(redact)
        var versions: [String: String] = [:]
        for script in host.scripts { versions[script.name] = try? script.version }
        var totals = live.totals.all
        for delegate in Bus.ordered(host.registry.delegates) {
            // Of those that share a name only their sum is known.
            guard let total = totals.removeValue(forKey: delegate.name) else { continue }
            var row = HostOverview.Row(delegate.name)
            (row.counts, row.memory) = total
            row.version = versions[delegate.name]
            row.since = history.since[delegate.name] ?? live.started
            overview.delegates.append(row)
        }
        for (name, total) in totals.sorted(by: { $0.key < $1.key }) {
            var row = HostOverview.Row(name)
            row.counts = total.counts
            row.isGone = true
            overview.delegates.append(row)
        }
        return overview
    }
}
