package import PeriluneCore
internal import PeriluneFiles

/// Reads the events of a log one after the other, for those who look at them without deciding them.
package final class LogReader {
    private let source: LogSource
    private let decoding: LogDecoding?

    /// What is at a place of a log.
    package enum Entry: Sendable {
        case event([UInt8])
        /// A record that is no event, such as a comment.
        case nothing
        case refused(PeriluneError)
        /// A piece of a record that is too long.
        case oversized
    }

    /// Opens a log; `-` is standard input.
    package init(_ path: String, codec: (any Codec)?) throws(PeriluneError) {
        source = try LogSource(path: path, framing: codec.map { $0.framing(of:) })
        decoding = codec.map { [source] in LogDecoding($0, path, source) }
    }

    /// Goes through the log as long as `body` says so; it gets each record with the line on which it begins.
    package func forEach(
        _ body: (_ entry: Entry, _ line: Int) throws(PeriluneError) -> Bool
    ) throws(PeriluneError) {
        var decoder: (any RecordDecoder)?
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
                var records = unsafe ChunkRecords(chunk, bytes)
                while goesOn, let record = records.next() {
                    let text = unsafe UnsafeRawBufferPointer(
                        rebasing: bytes[record.offset..<record.offset + record.length])
                    let place = RecordPlace(
                        line: record.line, offset: chunk.offset + record.offset)
                    goesOn = try body(unsafe Self.entry(text, place, decoder), record.line)
                }
            }
            if !goesOn { return }
        }
    }

    private static func entry(
        _ text: UnsafeRawBufferPointer, _ place: RecordPlace, _ decoder: (any RecordDecoder)?
    ) -> Entry {
        guard let decoder else { return .event(unsafe Array(text)) }
        var event: [UInt8] = []
        do throws(PeriluneError) {
            unsafe try decoder.decode(Span(_unsafeBytes: text), at: place, into: &event)
        } catch {
            return .refused(error)
        }
        return event.isEmpty ? .nothing : .event(event)
    }
}
