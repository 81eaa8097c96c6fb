package import PeriluneCore

/// A piece of a log: whole entries, or a part of an entry that is too long.
///
/// Entries are lines, unless a codec says otherwise.
package struct Chunk: Sendable {
    /// Readable bytes that always follow the content, for parsers that read ahead.
    package static let padding = 64

    /// Whether the chunk has whole entries.
    package enum Content: Hashable, Sendable {
        case lines
        /// A part of a line longer than the limit; the parts of a line come in a row.
        case oversized(isFirst: Bool, isLast: Bool)
    }

    /// Whole entries, or which part of an entry that is too long.
    package let content: Content
    /// How many bytes the content has, line ends included, padding not.
    package let count: Int
    /// The number of the first line, from 1.
    package let firstLine: Int
    /// The number of the line that follows.
    package let nextLine: Int
    /// Where the content begins in the uncompressed log.
    package let offset: Int
    /// How much of the file, as it lies on the disk, was consumed to get here.
    package let fileBytesRead: Int
    /// The size of the file, where it has one.
    package let fileSize: Int?

    /// Finds its records, if they are not lines.
    package let scanner: EntryScanner?

    let storage: ChunkStorage

    /// The content followed by the padding.
    package var paddedBytes: [UInt8] { storage.bytes }

    /// Lends the content; `padding` more bytes are readable behind its end.
    @inlinable
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try paddedBytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            try body(UnsafeRawBufferPointer(start: bytes.baseAddress, count: count))
        }
    }
}

extension Chunk {
    /// A chunk of one line that is in no file.
    package init(line bytes: [UInt8]) { self.init(log: bytes + [0x0A], .lines) }

    /// A whole log that is in no file.
    package init(log bytes: [UInt8], _ framing: EntryFraming) {
        self.init(
            content: .lines, count: bytes.count, firstLine: 1,
            nextLine: bytes.withUnsafeBytes { LineFeeds.count(in: $0) } + 1, offset: 0,
            fileBytesRead: 0, fileSize: nil,
            scanner: framing == .lines ? nil : EntryScanner(framing),
            storage: ChunkStorage(
                bytes: bytes + [UInt8](repeating: 0, count: Self.padding), pool: ChunkPool(size: 0))
        )
    }
}
