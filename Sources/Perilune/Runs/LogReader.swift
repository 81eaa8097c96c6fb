package import PeriluneCore
internal import PeriluneFiles

/// Reads the events of a log one after the other, without processing them.
package final class LogReader {
    private let source: LogSource
    private let decoding: LogDecoding?

    /// An entry of a log.
    package enum Item: Sendable {
        case event([UInt8])
        /// An entry that is not an event, such as a comment.
        case nothing
        case refused(PeriluneError)
        /// A piece of an entry that is too long.
        case oversized
    }

    /// Opens a log; `-` is standard input.
    package init(_ path: String, codec: (any Codec)?) throws(PeriluneError) {
        source = try LogSource(path: path, framing: codec.map { $0.framing(of:) })
        decoding = codec.map { [source] in LogDecoding($0, path, source) }
    }

    /// Reads the log until `body` returns false; `body` gets each entry with the line on which it begins.
    package func forEach(
        _ body: (_ item: Item, _ line: Int) throws(PeriluneError) -> Bool
    ) throws(PeriluneError) {
        var decoder: (any EntryDecoder)?
        var isFirst = true
        while let chunk = try source.next() {
            if isFirst { decoder = try decoding?.current().make() }
            isFirst = false
            guard chunk.content == .lines else {
                if try !body(.oversized, chunk.firstLine) { return }
                continue
            }
            var goesOn = true
            try unsafe chunk.withBytes { bytes throws(PeriluneError) in
                var entries = unsafe ChunkEntries(chunk, bytes)
                while goesOn, let entry = entries.next() {
                    goesOn = try body(unsafe Self.item(entry, bytes, chunk, decoder), entry.line)
                }
            }
            if !goesOn { return }
        }
    }

    /// The last event of a chunk.
    static func lastEvent(
        of chunk: Chunk, _ decoder: (any EntryDecoder)?
    ) -> [UInt8]? {
        guard chunk.content == .lines else { return nil }
        var last: [UInt8]?
        unsafe chunk.withBytes { bytes in
            var entries = unsafe ChunkEntries(chunk, bytes)
            while let entry = entries.next() {
                if case .event(let event) = unsafe item(entry, bytes, chunk, decoder) {
                    last = event
                }
            }
        }
        return last
    }

    private static func item(
        _ entry: ChunkEntries.Entry, _ bytes: UnsafeRawBufferPointer, _ chunk: Chunk,
        _ decoder: (any EntryDecoder)?
    ) -> Item {
        do throws(PeriluneError) {
            let event = unsafe try entry.event(in: bytes, of: chunk, decoder)
            return event.isEmpty ? .nothing : .event(event)
        } catch {
            return .refused(error)
        }
    }
}
