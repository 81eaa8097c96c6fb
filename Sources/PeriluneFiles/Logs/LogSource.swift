package import PeriluneCore

/// Reads a log of any size, plain or compressed, as chunks of whole lines.
///
/// One thread reads; the chunks may go to others. A chunk's memory is used again when its last
/// copy is gone, so that the number of chunks on their way bounds the memory.
package final class LogSource {
    /// Sizes that bound the memory of reading, in bytes unless stated.
    package struct Limits: Sendable {
        /// How many bytes a chunk of lines has at most.
        package var chunk = 256 << 10
        /// A longer line comes in pieces.
        package var line = 4 << 20
        /// The largest window that a zstd file may ask for, as a power of two.
        package var windowLog = 27

        package init() {}
    }

    /// The log as it is shown to the user.
    package var name: String { file.name }
    /// The file that was opened; a rotation may have put another one at its path since.
    package var identity: FileIdentity { file.identity }
    /// The number of the line that comes next.
    package var nextLine: Int { line }

    let file: InputFile
    private(set) var stream: any ByteStream
    let pool: ChunkPool
    let limits: Limits

    // The buffer being filled: `filled` bytes, of which `searched` hold no line feed.
    var buffer: [UInt8]
    var filled = 0
    var searched = 0
    /// The line and the offset of the first byte in the buffer.
    var line = 1
    var offset = 0
    var isAtStart = true
    var isInOversizedLine = false
    /// Whether the line before the first byte was processed without a line end, which may have been written since.
    var isLineEndMissing = false
    /// Nothing more can be read, because of the failure if there is one.
    var isAtEnd = false
    var failure: PeriluneError?
    /// How the log is divided into entries, if not into lines only.
    private let framing: ((_ start: [UInt8]) -> EntryFraming)?
    /// Finds entries that are not lines; its position is after the bytes that were searched.
    var scanner: EntryScanner?
    /// The same at the beginning of the buffer.
    var scannerAtStart: EntryScanner?
    /// The same at the end of the last entry that was found.
    var scannerAtEnd: EntryScanner?
    /// The first bytes of the log, for a codec that decides how the log is divided.
    package internal(set) var start: [UInt8] = []
    /// Whether a plain file that ends is waited for: others may be writing it.
    package private(set) var follows = false
    /// Whether there was nothing more to read for now.
    var isIdle = false

    /// Opens a log, whose format is recognized by its first bytes; `-` is standard input.
    ///
    /// With a position, reading goes on where an earlier run stopped. A pipe ends when `shouldStop` says so. `framing` is
    /// asked once, with the first bytes, how the log is divided into entries; by default, into lines.
    package init(
        path: String, from position: InputPosition? = nil, limits: Limits = Limits(),
        shouldStop: (() -> Bool)? = nil, framing: ((_ start: [UInt8]) -> EntryFraming)? = nil
    ) throws(PeriluneError) {
        self.framing = framing
        var limits = limits
        // A chunk that can hold no line above the limit needs no check of each line.
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
        source.removeByteOrderMark()
        if source.filled == 0, let failure = source.failure { throw failure }
        return Array(source.buffer[..<min(source.filled, startSize)])
    }

    private enum ByteOrder { case big, little }

    /// The byte order of a file in UTF-16, which begins with a mark.
    private static func mark(of file: InputFile) throws(PeriluneError) -> ByteOrder? {
        let start = try file.peek(2)
        return start.starts(with: [0xFE, 0xFF])
            ? .big : start.starts(with: [0xFF, 0xFE]) ? .little : nil
    }

    /// How many of the first bytes are told.
    package static let startSize = 64 << 10

    /// Notes how the log is divided into entries.
    private func divide(_ start: [UInt8]) {
        guard let framing = framing?(start) else { return }
        self.start = start
        guard framing != .lines else { return }
        scanner = EntryScanner(framing)
        scannerAtStart = scanner
    }

    /// The first bytes of a log as they are on the disk; `nil` for what is not a regular file.
    package static func firstBytes(
        _ count: Int, of path: String
    ) throws(PeriluneError) -> [UInt8]? {
        guard FileIdentity(path: path) != nil else { return nil }
        return try InputFile(path: path).peek(count)
    }

    /// The first bytes as they are on the disk now, wherever reading is; the file may have another name by now.
    package func firstBytes(_ count: Int) throws(PeriluneError) -> [UInt8] {
        try file.firstBytes(count)
    }

    /// The size of the file on the disk now.
    package var sizeNow: Int { file.sizeNow }

    /// From here on the end of a plain file is no end: ``next()`` answers nil there and more another time.
    ///
    /// Answers whether it is such a file.
    @discardableResult
    package func follow() -> Bool {
        follows = stream === file && file.isRegular
        if follows, failure == nil { isAtEnd = false }
        return follows
    }

    /// From here on the end is the end.
    package func stopFollowing() { follows = false }

    /// Whether its name stands for another file now, or for one that was emptied.
    package var isReplaced: Bool {
        guard let there = FileIdentity(path: file.name) else { return false }
        return there != identity || file.isShorter
    }

    /// Whether the next bytes come from a writer who has written nothing for 10 ms.
    package var waitsForWriter: Bool { !stream.isReady && !file.isReady(within: 10) }

    /// The next chunk, or nil at the end.
    ///
    /// Where a log is damaged, the whole lines before come first, then the error.
    package func next() throws(PeriluneError) -> Chunk? {
        while true {
            isIdle = false
            fill()
            if isLineEndMissing { try passLineEnd() }
            if isIdle, isAtStart || scanner == nil, lastOrFirstFeed() == nil { return nil }
            if isAtStart {
                removeByteOrderMark()
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
