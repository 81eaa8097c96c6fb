package import PeriluneCore

/// A piece of a log: whole entries, or a part of an entry that is too long.
///
/// Entries are lines, unless a codec defines them otherwise.
package struct Chunk: Sendable {
    /// The number of readable bytes after the content, for parsers that read ahead.
    package static let padding = 64

    /// Whether the chunk has whole entries.
    package enum Content: Hashable, Sendable {
        case lines
        /// A part of a line longer than the limit; the parts of a line are consecutive.
        case oversized(isFirst: Bool, isLast: Bool)
    }

    /// Whole entries, or which part of an entry that is too long.
    package let content: Content
    /// The size of the content in bytes, with line ends and without padding.
    package let count: Int
    /// The number of the first line, from 1.
    package let firstLine: Int
    /// The number of the line after the chunk; if its last line has no end, the number of that line.
    package let nextLine: Int
    /// The offset of the content in the uncompressed log.
    package let offset: Int
    /// The number of bytes of the file on the disk that were read up to the end of the chunk.
    package let fileBytesRead: Int
    /// The size of the file; `nil` if it is not a regular file.
    package let fileSize: Int?
    /// Finds the entries, if they are not lines.
    package let scanner: EntryScanner?

    let storage: ChunkStorage

    /// The number of the last line of which the chunk has a part.
    package var lastLine: Int { nextLine - (paddedBytes[..<count].last == 0x0A ? 1 : 0) }

    /// The content followed by the padding.
    package var paddedBytes: [UInt8] { storage.bytes }

    /// Calls `body` with the content; `padding` more bytes after it are readable.
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
    /// Creates a chunk with one line that does not come from a file.
    package init(line bytes: [UInt8]) { self.init(log: bytes + [0x0A], .lines) }

    /// Creates a chunk from a whole log that does not come from a file.
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
