package import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON

/// Where to take the time of events in a log that have none.
package enum EventTimeSource: Sendable, Hashable {
    /// The clock, when the event is read.
    case arrival
    /// The time at which the log was last written.
    case modification
    /// A member of the event: RFC 3339, or seconds or milliseconds since 1970.
    case field(FieldPath)
}

/// An ``EventTimeSource`` for the events of one log.
struct EventTime: Sendable {
    private let source: EventTimeSource
    /// When the log was last written.
    private let modification: Timestamp?

    init(_ source: EventTimeSource, log: String) throws(PeriluneError) {
        self.source = source
        guard source == .modification else {
            modification = nil
            return
        }
        modification = try FilePath.modificationTime(of: log)
    }

    /// The time for an event without one.
    func time(of event: JSONEvent) throws(PeriluneError) -> Timestamp {
        switch source {
        case .arrival: return .now
        case .modification: return modification ?? .now
        case .field(let path):
            if let value = try event.value(at: path), let time = Self.time(value) { return time }
            throw PeriluneError(
                "event.time", "the event has no time, and its member \(path) is not a valid time",
                hint: "--time-from takes RFC 3339, or seconds or milliseconds since 1970")
        }
    }

    private static func time(_ value: Value) -> Timestamp? {
        let number: Double
        switch value {
        case .string(let text): return Timestamp(text)
        case .integer(let integer): number = Double(integer)
        case .number(let double): number = double
        default: return nil
        }
        guard number.magnitude < 1e16 else { return nil }
        // As seconds, larger numbers would be after the year 5138; as milliseconds, smaller ones before March 1973.
        let seconds = number.magnitude < 1e11 ? number : number / 1000
        return Timestamp(microseconds: Int64((seconds * 1_000_000).rounded()))
    }
}
