package import PeriluneCore

/// Reads a log of any size, plain or compressed, as chunks of whole lines.
///
/// One thread reads; the chunks may be used on others. The memory of a chunk is reused after its last reference is
/// gone, so the number of chunks in use bounds the memory.
package final class LogSource {
    /// Sizes that bound the memory of reading, in bytes unless stated.
    package struct Limits: Sendable {
        /// The maximum size of a chunk of lines.
        package var chunk = 256 << 10
        /// The maximum length of a line; a longer one comes in pieces.
        package var line = 4 << 20
        /// The largest window that a zstd file may ask for, as a power of two.
        package var windowLog = 27

        package init() {}
    }

    /// The log as it is shown to the user.
    package var name: String { file.name }
    /// The identity of the opened file; after a rotation, another file may be at its path.
    package var identity: FileIdentity { file.identity }
    /// The number of the next line.
    package var nextLine: Int { line }

    let file: InputFile
    private(set) var stream: any ByteStream
    let pool: ChunkPool
    let limits: Limits

    // The buffer that is being filled: `filled` bytes, of which the first `searched` contain no line feed.
    var buffer: [UInt8]
    var filled = 0
    var searched = 0
    /// The line and the offset of the first byte in the buffer.
    var line = 1
    var offset = 0
    var isAtStart = true
    var isInOversizedLine = false
    /// Whether the line before the buffer was processed without a line end, which may have been written since.
    var isLineEndMissing = false
    /// Whether nothing more can be read, because of the end or a failure.
    var isAtEnd = false
    var failure: PeriluneError?
    /// Determines how the log is divided into entries; `nil` for lines.
    private let framing: ((_ start: [UInt8]) -> EntryFraming)?
    /// Finds entries that are not lines; it has scanned all searched bytes.
    var scanner: EntryScanner?
    /// The scanner's state at the beginning of the buffer.
    var scannerAtStart: EntryScanner?
    /// The scanner's state at the end of the last entry that was found.
    var scannerAtEnd: EntryScanner?
    /// The first bytes of the log, from which a codec determines how it is divided.
    package internal(set) var start: [UInt8] = []
    /// Whether to wait for more at the end of a plain file, to which others may be writing.
    package private(set) var follows = false
    /// Whether the last read found nothing new.
    var isIdle = false

    /// Opens a log, whose format is detected from its first bytes; `-` is standard input.
    ///
    /// With a position, reading continues where an earlier run stopped. `shouldStop` ends a pipe. `framing` is called
    /// once with the first bytes and returns how the log is divided into entries; by default, into lines.
    package init(
        path: String, from position: InputPosition? = nil, limits: Limits = Limits(),
        shouldStop: (() -> Bool)? = nil, framing: ((_ start: [UInt8]) -> EntryFraming)? = nil
    ) throws(PeriluneError) {
        self.framing = framing
        var limits = limits
        // If a chunk cannot hold a line above the limit, the length of lines need not be checked.
        limits.chunk = max(1, min(limits.chunk, limits.line + 1))
        self.limits = limits
        pool = ChunkPool(size: limits.chunk + Chunk.padding)
        buffer = pool.makeBuffer(atLeast: 0)
        file = try InputFile(path: path)
        file.shouldStop = shouldStop
        let format = try LogFormat(of: file)
        stream =
            switch format {
            case .plain: file
            case .gzip: try GzipStream(file: file)
            case .zstd:
                try ZstdStream(file: file, maximumWindowLog: limits.windowLog)
            case .bzip2: try Bzip2Stream(file: file)
            case .xz: try XZStream(file: file, maximumWindowLog: limits.windowLog)
            }
        if format == .plain, let mark = try Self.mark(of: file) {
            _ = try file.read(count: 2)
            stream = UTF16Stream(file, isBigEndian: mark == .big)
        }
        guard let position, position.offset > 0 else { return }
        if framing != nil { divide(try Self.start(of: path)) }
        try skip(to: position)
    }

    /// The first bytes of a log, uncompressed.
    package static func start(of path: String) throws(PeriluneError) -> [UInt8] {
        let source = try LogSource(path: path)
        source.fill()
        source.checkStart()
        if source.filled == 0, let failure = source.failure { throw failure }
        return Array(source.buffer[..<min(source.filled, startSize)])
    }

    private enum ByteOrder { case big, little }

    /// The byte order of a file in UTF-16, from its byte order mark; `nil` without one.
    private static func mark(of file: InputFile) throws(PeriluneError) -> ByteOrder? {
        let start = try file.peek(2)
        return start.starts(with: [0xFE, 0xFF])
            ? .big : start.starts(with: [0xFF, 0xFE]) ? .little : nil
    }

    /// The maximum number of first bytes that ``start`` has.
    package static let startSize = 64 << 10

    /// Determines how the log is divided into entries.
    private func divide(_ start: [UInt8]) {
        guard let framing = framing?(start) else { return }
        self.start = start
        guard framing != .lines else { return }
        scanner = EntryScanner(framing)
        scannerAtStart = scanner
    }

    /// Whether a file begins like a compressed one, whatever its name.
    package static func isCompressed(_ path: String) -> Bool {
        guard let start = try? firstBytes(6, of: path) else { return false }
        return LogFormat.allCases.contains { $0.begins(start) }
    }

    /// The first bytes of a file on the disk; `nil` if it is not a regular file.
    package static func firstBytes(
        _ count: Int, of path: String
    ) throws(PeriluneError) -> [UInt8]? {
        guard FileIdentity(path: path) != nil else { return nil }
        return try InputFile(path: path).peek(count)
    }

    /// The current first bytes on the disk, whatever the read position; the file may have been renamed.
    package func firstBytes(_ count: Int) throws(PeriluneError) -> [UInt8] {
        try file.firstBytes(count)
    }

    /// The current size of the file on the disk.
    package var sizeNow: Int { file.sizeNow }

    /// From now on, ``next()`` returns nil at the end of a plain file and more at a later call.
    ///
    /// - Returns: Whether it is a plain file.
    @discardableResult
    package func follow() -> Bool {
        follows = stream === file && file.isRegular
        if follows, failure == nil { isAtEnd = false }
        return follows
    }

    /// From now on, the end of the file is the end of the log.
    package func stopFollowing() { follows = false }

    /// Whether there is another file at the path now, or the file was truncated.
    package var isReplaced: Bool {
        guard let there = FileIdentity(path: file.name) else { return false }
        return there != identity || file.isShorter
    }

    /// Whether the next bytes come from a writer that has written nothing for 10 ms.
    package var waitsForWriter: Bool { !stream.isReady && !file.isReady(within: 10) }

    /// The next chunk, or nil at the end.
    ///
    /// If the log is damaged, the whole lines before the damage are returned first, then the error is thrown.
    package func next() throws(PeriluneError) -> Chunk? {
        while true {
            isIdle = false
            fill()
            if isLineEndMissing { try passLineEnd() }
            if isIdle, isAtStart || scanner == nil, lastOrFirstFeed() == nil { return nil }
            if isAtStart {
                checkStart()
                if framing != nil { divide(Array(buffer[..<min(filled, Self.startSize)])) }
            }
            let end = scanner == nil ? lastOrFirstFeed().map { $0 + 1 } : lastOrFirstEntryEnd()
            if isIdle, end == nil { return nil }
            if isInOversizedLine {
                if let end {
                    isInOversizedLine = false
                    return splitChunk(at: end, .oversized(isFirst: false, isLast: true))
                }
                if let failure { throw failure }
                isInOversizedLine = !isAtEnd
                return splitChunk(at: filled, .oversized(isFirst: false, isLast: isAtEnd))
            }
            if let end { return splitChunk(at: end, .lines) }
            searched = filled
            if isAtEnd {
                if let failure { throw failure }
                if scanner?.isComplete == false { failure = incomplete }
                if filled > 0 { return splitChunk(at: filled, .lines) }
                if let failure { throw failure }
                return nil
            }
            if scanner != nil, filled < room { continue }
            if room > limits.line {
                isInOversizedLine = true
                return splitChunk(at: filled, .oversized(isFirst: true, isLast: false))
            }
            grow()
        }
    }
}
