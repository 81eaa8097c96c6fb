package import PeriluneCore

extension Codec {
    /// Decodes an entry again that could not be read.
    ///
    /// - Parameters:
    ///   - entry: The bytes, which are all that was kept.
    ///   - name: The name of the log.
    ///   - start: The beginning of the log.
    /// - Returns: The event; `nil` if the entry is not an event.
    /// - Throws: An error if the entry still cannot be read.
    package func event(
        ofRetried entry: [UInt8], name: String, start: [UInt8]
    ) throws(PeriluneError) -> Event? {
        let now = Timestamp.now
        let head = LogHead(name: name, start: start, modified: now, generation: "retry")
        guard let decoder = try decoder(for: head) else { return Event(json: entry) }
        var event: [UInt8] = []
        let place = EntryPlace(line: 1, offset: Int(now.microseconds))
        try decoder.decode(entry.span, at: place, into: &event)
        return event.isEmpty ? nil : Event(json: event)
    }
}
