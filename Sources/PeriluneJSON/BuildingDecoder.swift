package import PeriluneCore

/// A decoder that writes events with a builder, so that they need not be parsed.
package protocol BuildingDecoder: EntryDecoder {
    /// Writes the event of an entry; writes nothing for an entry that is not an event.
    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: EventBuilder
    ) throws(PeriluneError)
}

extension BuildingDecoder {
    /// Writes the event of an entry as JSON.
    package func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
    ) throws(PeriluneError) {
        let builder = EventBuilder()
        try decode(entry, at: place, into: builder)
        builder.withBytes { event.append(contentsOf: $0) }
    }
}
