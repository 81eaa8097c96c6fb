package import PeriluneCore

/// The state of a running host, as `perilune top` shows it.
package struct HostOverview: Hashable, Sendable {
    /// The version of Perilune.
    package var version = PeriluneVersion.current.description
    /// The process id; 0 in an overview that does not come from a control socket.
    package var process = 0
    /// When the overview was taken.
    package var time: Timestamp
    /// When the counts begin: the start of the host, or the time of the earlier overview after ``since(_:)``.
    package var started: Timestamp
    /// The configured number of workers.
    package var workers = 1
    /// The events decided since ``started``.
    package var decided = 0
    /// The accepted events that are not yet processed.
    package var waiting = 0
    /// The events in quarantine, including those from earlier runs.
    package var quarantined = 0
    /// The delegates in the order in which they are asked, followed by those that were removed.
    package var delegates: [Row] = []
    /// The results of reloads, as in `/readyz?verbose`.
    package var reloads: Value = .null
    /// The inputs of sources, and how far they are read.
    package var inputs: [SourceInput] = []

    /// One delegate.
    package struct Row: Hashable, Sendable {
        /// The delegate's name; delegates with the same name share a row.
        package let name: String
        /// The counts since ``HostOverview/started``.
        package var counts = DelegateCounts()
        /// The bytes on all workers; `nil` for a delegate in Swift.
        package var memory: Int?
        /// The active version of the script; `nil` for a delegate in Swift.
        package var version: String?
        /// When this version became active, for a delegate in Swift the start of the host; `nil` if the delegate is gone.
        package var since: Timestamp?
        /// Whether a reload has removed it.
        package var isRemoved = false

        package init(_ name: String) { self.name = name }
    }

    package init(time: Timestamp, started: Timestamp) {
        self.time = time
        self.started = started
    }

    /// The overview with counts since an earlier one.
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
    /// The current overview of the host.
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
            // Delegates with the same name share one total.
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
            row.isRemoved = true
            overview.delegates.append(row)
        }
        return overview
    }
}
