package import PeriluneJSON

/// Counts and examples of differences, grouped by decider and by field.
///
/// Its size is bounded, whatever the size of the log and of the events.
package struct DifferenceSummary: Sendable {
    /// The names of the deciders in the old and in the new version.
    package typealias Deciders = EventDifference.Versions<String>

    /// A field that differs, with examples.
    package struct Field: Sendable {
        /// The path of the field, as in ``FieldDifference/field``.
        package let name: String
        package fileprivate(set) var count = 0
        package fileprivate(set) var examples: [Example] = []
    }

    /// One event in which a field differs, with both values; `nil` if a version has no such field.
    package struct Example: Sendable {
        /// The log as the user named it.
        package let log: String
        /// The line of the log, from 1.
        package let line: Int
        /// The event's id.
        package let event: String
        package let old: JSONTree?
        package let new: JSONTree?
    }

    /// The events with the same pair of deciders.
    package struct Group: Sendable {
        /// Who decided the events in each version; equal names if the decider is the same and its decision differs.
        package let by: Deciders
        package fileprivate(set) var events = 0
        fileprivate var fields: [String: Field] = [:]
        /// Differences in fields beyond the first 100, which are not counted separately.
        package fileprivate(set) var others = 0

        /// The fields, the most frequent first.
        package var ordered: [Field] {
            fields.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        }
    }

    /// The number of events with different results.
    package private(set) var events = 0
    private var groups: [Deciders: Group] = [:]

    fileprivate static let mostFields = 100
    fileprivate static let mostExamples = 3

    package init() {}

    /// The groups, the largest first.
    package var ordered: [Group] {
        groups.values.sorted { one, other in
            (other.events, one.by.old ?? "", one.by.new ?? "")
                < (one.events, other.by.old ?? "", other.by.new ?? "")
        }
    }

    /// Counts the event and its fields, and keeps the first three examples of each field.
    ///
    /// A group counts 100 fields separately; differences in other fields are counted in ``Group/others``.
    package mutating func add(_ difference: EventDifference) {
        events += 1
        groups[difference.by, default: Group(by: difference.by)].add(difference)
    }
}

extension DifferenceSummary.Group {
    fileprivate mutating func add(_ difference: EventDifference) {
        events += 1
        for field in difference.fields {
            guard fields.count < DifferenceSummary.mostFields || fields[field.field] != nil else {
                others += 1
                continue
            }
            let example = DifferenceSummary.Example(
                log: difference.log, line: difference.line, event: difference.event,
                old: field.old, new: field.new)
            fields[field.field, default: .init(name: field.field)].add(example)
        }
    }
}

extension DifferenceSummary.Field {
    fileprivate mutating func add(_ example: DifferenceSummary.Example) {
        count += 1
        if examples.count < DifferenceSummary.mostExamples { examples.append(example) }
    }
}
