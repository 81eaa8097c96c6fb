package import PeriluneCore

/// A decoder that can read values for conditions from an entry before its event is written.
///
/// An event that no delegate or default handler takes is then never written.
package protocol PreviewingDecoder: BuildingDecoder {
    /// Whether all events have the same type.
    var hasConstantType: Bool { get }

    /// Parses an entry.
    func examine(_ entry: Span<UInt8>) throws(PeriluneError)

    /// Whether the event is certainly valid; if not, writing it may throw.
    func isValid(_ entry: Span<UInt8>) -> Bool

    /// Writes the type of the event, as it is between the quotes.
    ///
    /// - Returns: False if the entry has no type.
    func writeType(of entry: Span<UInt8>, to text: EventBuilder) -> Bool

    /// The number of the field at a path, for `withValue`; `nil` if the value is only known after writing the event.
    func field(at path: FieldPath) -> Int?

    /// Calls `body` once, with a string, or with the JSON of a number, true or false.
    func withValue(
        _ field: Int, of entry: Span<UInt8>, _ body: (PreviewedValue, Span<UInt8>) -> Void
    )

    /// Creates a filter for entries that none of some delegates takes.
    ///
    /// - Parameter requirements: For each delegate, texts that it requires; it takes no entry without one of them.
    /// - Returns: The filter; `nil` if each entry must be examined.
    func filter(_ requirements: [[RequiredText]]) -> RowFilter?

    /// Writes the event of the entry that was examined last.
    func write(
        _ entry: Span<UInt8>, at place: EntryPlace, to event: EventBuilder
    ) throws(PeriluneError)
}

/// The value at a path of an event that has not been written yet.
package enum PreviewedValue {
    case nothing, string, scalar
    /// The value is only known after writing the event.
    case unknown
}

extension PreviewingDecoder {
    /// Returns `nil`: no entry is skipped.
    package func filter(_ requirements: [[RequiredText]]) -> RowFilter? { nil }

    /// Examines the entry, and writes its event.
    package func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: EventBuilder
    ) throws(PeriluneError) {
        try examine(entry)
        try write(entry, at: place, to: event)
    }
}
