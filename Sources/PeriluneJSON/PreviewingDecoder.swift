package import PeriluneCore

/// A decoder that can answer what conditions ask about an event before it writes the event.
///
/// An event that no delegate or default handler takes is then not written at all.
package protocol PreviewingDecoder: BuildingDecoder {
    /// Whether all events have the same type.
    var hasConstantType: Bool { get }

    /// Reads an entry.
    func examine(_ entry: Span<UInt8>) throws(PeriluneError)

    /// Whether the event is certainly valid; if not, writing it tells what is wrong.
    func isValid(_ entry: Span<UInt8>) -> Bool

    /// Writes the type of the event, as it stands between the quotes.
    ///
    /// - Returns: False if the entry lacks it.
    func writeType(of entry: Span<UInt8>, to text: EventBuilder) -> Bool

    /// The number of the field at a path, for `withValue`; `nil` if only the event tells what is there.
    func field(at path: FieldPath) -> Int?

    /// Calls `body` once, with the text of a string, or with a number, true or false as it is spelled.
    func withValue(
        _ field: Int, of entry: Span<UInt8>, _ body: (PreviewedValue, Span<UInt8>) -> Void
    )

    /// Makes a filter of the entries that none of some delegates takes.
    ///
    /// - Parameter requirements: For each delegate, texts that it requires; the delegate takes no entry that lacks one of them.
    /// - Returns: The filter; `nil` if each entry must be looked at.
    func filter(_ requirements: [[RequiredText]]) -> RowFilter?

    /// Writes the event of the entry that was examined last.
    func write(
        _ entry: Span<UInt8>, at place: EntryPlace, to event: EventBuilder
    ) throws(PeriluneError)
}

/// What is at a path of an event that is not written yet.
package enum PreviewedValue {
    case nothing, string, scalar
    /// Only the event tells.
    case unknown
}

extension PreviewingDecoder {
    /// By default, no entry is skipped unseen.
    package func filter(_ requirements: [[RequiredText]]) -> RowFilter? { nil }

    /// Examines the entry, and writes its event.
    package func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: EventBuilder
    ) throws(PeriluneError) {
        try examine(entry)
        try write(entry, at: place, to: event)
    }
}
