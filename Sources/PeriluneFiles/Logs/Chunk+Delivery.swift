package import PeriluneCore

extension Chunk {
    /// Decodes the entries.
    ///
    /// - Parameters:
    ///   - decoder: The decoder; `nil` if each entry is an event already.
    ///   - file: The file of the log, for errors.
    ///   - limit: The number of entries that the chunk may have.
    ///   - isWhole: Whether the chunk is a whole log.
    /// - Returns: The events, and the entries that cannot be read, each with its line.
    /// - Throws: `event.size` if there are more entries, `log.truncated` if a whole log ends within an object or array.
    package func delivery(
        _ decoder: (any EntryDecoder)?, file: String?, limit: Int = .max, isWhole: Bool = false
    ) throws(PeriluneError) -> EventDelivery {
        var delivery = EventDelivery([])
        var lines: [Int] = []
        try withBytes { (bytes) throws(PeriluneError) in
            var entries = ChunkEntries(self, bytes)
            while let entry = entries.next() {
                guard lines.count + delivery.unreadable.count < limit else {
                    throw PeriluneError(
                        "event.size", "the log has more than \(limit) entries",
                        at: .init(file: file, line: entry.line), hint: "send it in parts")
                }
                do throws(PeriluneError) {
                    let event = try entry.event(in: bytes, of: self, decoder)
                    if event.isEmpty { continue }
                    delivery.events.append(Event(json: event))
                    lines.append(entry.line)
                } catch {
                    var error = error
                    error.place.file = file
                    error.place.line = entry.line + max(0, (error.place.line ?? 1) - 1)
                    delivery.unreadable.append(
                        UnreadableEntry(Array(entry.text(in: bytes)), error))
                }
            }
            if isWhole, !entries.isComplete {
                throw PeriluneError(
                    .logTruncated, "the log ends inside an object or an array",
                    at: .init(file: file, line: nextLine), hint: "send the whole log again")
            }
        }
        delivery.lines = (file, lines)
        return delivery
    }
}
