import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

/// Reads the entries of an open file as events.
final class EntryReader {
    private let source: LogSource
    private let codec: any Codec
    private let position: FilePosition
    private let generation: String
    private var decoder: (any EntryDecoder)?
    /// When the decoder was made: it sets the year of times without one.
    private var decoderTime: Timestamp?
    /// The beginning of an entry that is too long.
    private var oversized: UnreadableEntry?
    private(set) var isIdle = false
    /// The end of the entries read last.
    private var offset = 0
    /// Bytes of the file that were read, which may be compressed.
    private var read = 0

    /// The number of bytes read at a time.
    private static let chunk = 64 << 10
    /// Microseconds after which a new decoder is made.
    private static let age: Int64 = 3_600_000_000

    init(
        _ position: FilePosition, _ generation: String, _ codec: any Codec, entryLimit: Int
    ) throws(PeriluneError) {
        var limits = LogSource.Limits()
        limits.chunk = Self.chunk
        limits.line = entryLimit
        self.codec = codec
        self.position = position
        self.generation = generation
        source = try LogSource(
            path: position.path, from: position.input, limits: limits,
            framing: { codec.framing(of: $0) })
        source.follow()
    }

    var identity: FileIdentity { source.identity }
    var follows: Bool { source.follows }
    var size: Int { source.sizeNow }
    /// The number of unread bytes; for a compressed file, of those on the disk.
    var behind: Int {
        if source.follows { return max(0, size - max(offset, position.offset)) }
        return isIdle ? 0 : max(1, size - read)
    }

    /// Whether the file begins as it did at a position, and is long enough.
    func isSame(as position: FilePosition) throws(PeriluneError) -> Bool {
        if source.follows, size < position.offset { return false }
        guard let fingerprint = position.fingerprint else { return true }
        return try fingerprint.matches(head(fingerprint.count))
    }

    /// The first bytes of the log, uncompressed.
    private func head(_ count: Int) throws(PeriluneError) -> [UInt8] {
        guard RotatedName.isCompressed(source.name) else { return try source.firstBytes(count) }
        return Array(try LogSource.start(of: source.name).prefix(count))
    }

    /// The next entries; `nil` if there are none yet.
    func next(_ position: FilePosition, isLast: Bool) throws(PeriluneError) -> FilePiece? {
        if isLast { source.stopFollowing() }
        while let chunk = try source.next() {
            isIdle = false
            read = chunk.fileBytesRead
            var delivery = EventDelivery([])
            switch chunk.content {
            case .oversized(let isFirst, let isEnd):
                if isFirst { oversized = unreadable(chunk) }
                guard isEnd else { continue }
                if let entry = oversized { delivery.unreadable = [entry] }
                oversized = nil
            case .lines: delivery = try chunk.delivery(try currentDecoder(), file: position.path)
            }
            var new = position
            new.offset = chunk.offset + chunk.count
            new.line = chunk.nextLine
            offset = new.offset
            let known = position.fingerprint?.count ?? 0
            if source.follows, known < LogFingerprint.most, new.offset > known {
                new.fingerprint = try LogFingerprint(head(min(new.offset, LogFingerprint.most)))
            }
            return FilePiece(delivery: delivery, position: new, bytes: chunk.count)
        }
        isIdle = true
        return nil
    }

    private func unreadable(_ chunk: Chunk) -> UnreadableEntry {
        let bytes = unsafe chunk.withBytes { unsafe Array($0) }
        return UnreadableEntry(
            bytes,
            PeriluneError(
                "event.size", "the entry exceeds the maximum length of an event",
                at: .init(file: position.path, line: chunk.firstLine),
                hint: "raise maxEvent of the logs; the quarantine has the beginning of the entry"))
    }

    private func currentDecoder() throws(PeriluneError) -> (any EntryDecoder)? {
        let now = Timestamp.now
        if let decoderTime, now.microseconds - decoderTime.microseconds < Self.age {
            return decoder
        }
        decoderTime = now
        decoder = try codec.decoder(
            for: LogHead(
                name: position.origin, start: source.start,
                modified: try? FilePath.modificationTime(of: position.path),
                generation: generation))
        return decoder
    }
}
