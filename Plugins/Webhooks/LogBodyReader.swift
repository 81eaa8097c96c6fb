import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

/// Reads the bodies of requests that are logs, with a codec.
struct LogBodyReader: Sendable {
    /// The name of the endpoint, which is the `source` of events.
    let name: String
    /// Bytes that a body may have, also after decompression.
    let limit: Int
    /// Entries that a body may have: an event takes many times the memory of the shortest line.
    private var entryLimit: Int { max(1, limit / 64) }
    private let codec: any Codec
    private let formats: FormatHint

    init(
        _ name: String, limit: Int, _ format: String, _ options: Value, in registry: Registry
    ) throws(PeriluneError) {
        self.name = name
        self.limit = limit
        codec = try registry.codec(named: format, options)
        formats = FormatHint(registry)
    }

    /// The events of a log, and the entries that cannot be read.
    ///
    /// A log is known again by the key that its sender gives it, or by its bytes. The ids of its events have a digest of
    /// that.
    ///
    /// - Throws: `webhook.entries` if no entry can be read: then the log has another format; `event.size` if there are too
    ///   many.
    func delivery(
        of body: [UInt8], key: String?, at now: Timestamp
    ) throws(PeriluneError) -> EventDelivery {
        let identity = try SHA256.hexadecimal(key.map { Array("key \($0)".utf8) } ?? body)
        let log = try logText(of: body)
        let start = Array(log.prefix(LogSource.startSize))
        let decoder = try codec.decoder(
            for: LogHead(
                name: name, start: start, modified: now, generation: String(identity.prefix(16))))
        var delivery = try Chunk(log: log, codec.framing(of: start))
            .delivery(decoder, file: nil, limit: entryLimit, isWhole: true)
        if delivery.events.isEmpty, let first = delivery.unreadable.first {
            let count = delivery.unreadable.count
            throw PeriluneError(
                "webhook.entries",
                "\(count == 1 ? "the entry cannot" : "none of the \(count) entries can") be read as \(codec.name): \(first.error.message)",
                at: .init(line: first.error.place.line, column: first.error.place.column),
                hint: formats.text(for: start, read: codec.name) ?? first.error.hint)
        }
        delivery.identity = "\(name)/\(identity)"
        return delivery
    }

    /// The text of a body, which may be a compressed file or begin with a byte order mark.
    private func logText(of body: [UInt8]) throws(PeriluneError) -> [UInt8] {
        if body.starts(with: [0x1F, 0x8B]) {
            return try ContentCoding.gzip.decode(body, limit: limit)
        }
        if body.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            return try ContentCoding.zstd.decode(body, limit: limit)
        }
        return body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body[3...]) : body
    }

    /// Decodes an unreadable entry again, of which only the bytes were stored.
    func event(of entry: [UInt8]) throws(PeriluneError) -> Event? {
        // A row without its table does not tell the columns, and is no header.
        if case .table(_, _, hasHeader: true) = codec.framing(of: entry) {
            return try codec.event(ofRetried: entry, name: name, start: [])
        }
        return try codec.event(ofRetried: entry, name: name, start: entry)
    }
}
