/// What modules report beside the results of events: paths that no event had, and events that came too late.
package struct Notices: Hashable, Sendable {
    /// What a number of events is about.
    package struct Subject: Hashable, Sendable {
        /// The script.
        package let script: String
        /// A path such as `data.bytes`, or the name of a window or a join.
        package let name: String
        /// Whether it is a path.
        package let isPath: Bool

        package init(script: String, name: String, isPath: Bool) {
            self.script = script
            self.name = name
            self.isPath = isPath
        }
    }

    /// Whether nothing was counted.
    package var isEmpty: Bool { counts.isEmpty && found.isEmpty }

    /// For each path, the events without a value before the first one that has it; for each other subject, the
    /// events that came too late.
    private var counts: [Subject: Int] = [:]
    private var found: Set<Subject> = []

    package init() {}

    /// Counts events; where an event had a value at the path, also says so.
    package mutating func note(_ subject: Subject, _ count: Int, isFound: Bool) {
        if count > 0 { counts[subject, default: 0] += count }
        if isFound { found.insert(subject) }
    }

    package static func += (sum: inout Notices, other: Notices) {
        if !other.counts.isEmpty { sum.counts.merge(other.counts, uniquingKeysWith: +) }
        if !other.found.isEmpty { sum.found.formUnion(other.found) }
    }

    /// The paths at which no event had a value, with the number of events, in order.
    package var missingPaths: [(subject: Subject, count: Int)] {
        ordered { $0.isPath && !found.contains($0) }
    }

    /// The objects for which events came too late, with the number of events, in order.
    package var late: [(subject: Subject, count: Int)] { ordered { !$0.isPath } }

    private func ordered(
        _ isWanted: (Subject) -> Bool
    ) -> [(subject: Subject, count: Int)] {
        counts.filter { isWanted($0.key) }.map { ($0.key, $0.value) }
            .sorted { ($0.0.script, $0.0.name) < ($1.0.script, $1.0.name) }
    }
}

extension Notices.Subject {
    /// The warning about a number of events, which is also given in words, such as "3 events".
    package func warning(_ count: Int, _ events: String) -> String {
        isPath
            ? "\(name) was in none of \(events); 'perilune check --against LOG' lists the fields"
            : "\(events) came too late for '\(name)' and \(count == 1 ? "is" : "are") not in its results"
    }
}

/// A delegate whose modules report something beside the results of events.
package protocol NoticingDelegate: EventDelegate {
    /// Adds what was counted since the last time.
    func takeNotices(into notices: inout Notices)
}

extension Bus {
    /// What the modules of delegates have counted since the last time.
    package func takeNotices() -> Notices {
        var notices = Notices()
        for delegate in noticing { delegate.takeNotices(into: &notices) }
        return notices
    }
}
