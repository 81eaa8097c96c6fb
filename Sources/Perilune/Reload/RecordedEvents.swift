package import PeriluneCore
internal import PeriluneFiles

/// Events from a log, for shadow runs of new versions.
package enum RecordedEvents {
    /// The last events, the oldest first; the log may be compressed.
    package static func last(_ count: Int, of path: String) throws(PeriluneError) -> [[UInt8]] {
        let source = try LogSource(path: path)
        var chunks: [Chunk] = []
        var lines = 0
        while let chunk = try source.next() {
            guard chunk.content == .lines else { continue }
            chunks.append(chunk)
            lines += chunk.entries(atMost: .max)
            while let first = chunks.first {
                let rest = lines - first.entries(atMost: .max)
                guard rest >= count else { break }
                lines = rest
                chunks.removeFirst()
            }
        }
        var events: [[UInt8]] = []
        for chunk in chunks {
            unsafe chunk.withBytes { bytes in
                for record in unsafe ChunkEntries(chunk, bytes) {
                    events.append(
                        unsafe Array(bytes[record.offset..<record.offset + record.length]))
                }
            }
        }
        return events.suffix(count)
    }
}
