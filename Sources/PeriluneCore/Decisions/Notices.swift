/// Warnings that scripts and codecs count besides the results of events: paths that no event had, and late events.
package struct Notices: Hashable, Sendable {
    /// What a count of events refers to.
    package struct Subject: Hashable, Sendable {
        /// Why events are counted: no value at a path, or a time that is too late.
        package enum Kind: Hashable, Sendable {
            /// The path that an aggregate reads.
            case path
            /// The path of a script's `key`, and whether it orders events, which it does if the script keeps state.
            case key(ordersEvents: Bool)
            /// The path of a field that an option of the codec names, such as `subject`.
            case option(String)
            /// A window or a join, for which events came too late.
            case late
        }

        /// The script, or the codec.
        package let owner: String
        /// A path such as `data.bytes`, or the name of a window or a join.
        package let name: String
        /// What the name refers to, and which warning it becomes.
        package let kind: Kind

        package init(owner: String, name: String, kind: Kind) {
            self.owner = owner
            self.name = name
            self.kind = kind
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
    package mutating func add(_ subject: Subject, _ count: Int, isFound: Bool) {
        if count > 0 { counts[subject, default: 0] += count }
        if isFound { found.insert(subject) }
    }

    /// Adds counts of another worker, log or period; a path found in either counts as found.
    package static func += (sum: inout Notices, other: Notices) {
        if !other.counts.isEmpty { sum.counts.merge(other.counts, uniquingKeysWith: +) }
        if !other.found.isEmpty { sum.found.formUnion(other.found) }
    }

    /// The paths at which no event had a value, with the number of events, in order.
    package var missingPaths: [(subject: Subject, count: Int)] {
        ordered { $0.kind != .late && !found.contains($0) }
    }

    /// The objects for which events came too late, with the number of events, in order.
    package var late: [(subject: Subject, count: Int)] { ordered { $0.kind == .late } }

    private func ordered(
        _ isWanted: (Subject) -> Bool
    ) -> [(subject: Subject, count: Int)] {
        counts.filter { isWanted($0.key) }.map { ($0.key, $0.value) }
            .sorted { ($0.0.owner, $0.0.name) < ($1.0.owner, $1.0.name) }
    }
}

extension Notices.Subject {
    /// The warning about a number of events.
    ///
    /// `meant` is the path that was probably meant.
    package func warning(_ count: Int, meant: String? = nil) -> String {
        let events = Counted(count, "event")
        let aside = NearestName.suggestion(for: meant)
        let help = meant == nil ? "; 'perilune check --against LOG' lists the fields" : aside
        return switch kind {
        case .late:
            "\(events) came too late for the results of '\(name)'"
        case .path: "\(name) was in none of \(events)\(help)"
        case .key(true):
            "\(name) was in none of \(events), so all have the same ordering key\(help)"
        case .key(false): "\(name), the key, was in none of \(events)\(help)"
        case .option(let option):
            "none of \(events) had '\(name)', which the option \(option) names\(aside)"
        }
    }
}

/// A delegate whose modules count notices.
package protocol NoticingDelegate: EventDelegate {
    /// Adds what was counted since the last time.
    func takeNotices(into notices: inout Notices)
}

/// A decoder that notes whether entries have the fields that options of its codec name.
package protocol NoticingDecoder: EntryDecoder {
    /// Adds what was counted since the last time.
    func takeNotices(into notices: inout Notices)
}

/// A sink that notes whether values have the members that its options name, and how many the receiver refused.
package protocol NoticingSink: RecordSink {
    /// Warnings about options that are probably wrong, and about refused values.
    var warnings: [String] { get }
    /// The values that it has compared with its options; 0 by default.
    var notedValues: Int { get }
}

extension NoticingSink {
    package var notedValues: Int { 0 }
}

extension Bus {
    /// What the modules of delegates have counted since the last time.
    package func takeNotices() -> Notices {
        var notices = Notices()
        for delegate in noticing { delegate.takeNotices(into: &notices) }
        return notices
    }
}
