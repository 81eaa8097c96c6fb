package import PeriluneCore

extension Chunk {
    /// Decodes the entries.
    ///
    /// - Parameters:
    ///   - decoder: `nil` if each entry is an event already.
    ///   - file: The file of the log, for errors.
    /// - Returns: The events, and the entries that cannot be read, each with its line.
    package func delivery(_ decoder: (any EntryDecoder)?, file: String?) -> HTTPSource.Delivery {
        var delivery = HTTPSource.Delivery([])
        var lines: [Int] = []
        withBytes { bytes in
            var entries = ChunkEntries(self, bytes)
            while let entry = entries.next() {
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
        }
        delivery.lines = (file, lines)
        return delivery
    }
}
