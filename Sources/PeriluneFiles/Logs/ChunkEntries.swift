internal import PeriluneCore
package import PeriluneJSON

/// The entries of a chunk that are not blank, without their line ends.
package struct ChunkEntries: Sequence, IteratorProtocol {
    /// The place of an entry; its bytes stay in the chunk.
    package struct Entry: Hashable, Sendable {
        /// Where the entry begins in the chunk.
        package let offset: Int
        /// In bytes, without the line end; never 0.
        package let length: Int
        /// The line on which it begins, from 1.
        package let line: Int
        /// The number of entries before it that begin on the same line.
        package let number: Int
    }

    private let bytes: UnsafeRawBufferPointer
    /// Finds entries that are lines.
    private var lines: LineSplitter?
    private var scanner: EntryScanner
    private var index = 0
    /// The line at ``counted``.
    private var line: Int
    private var counted = 0
    private var number = 0
    /// Whether exactly one line lies between ``counted`` and the next entry.
    private var isLine = false

    /// The entries of the bytes of a chunk.
    package init(_ chunk: Chunk, _ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        lines = chunk.scanner == nil ? LineSplitter(bytes) : nil
        scanner = chunk.scanner ?? EntryScanner(.lines)
        line = chunk.firstLine
    }

    /// Whether the log may end where the last entry ended.
    var isComplete: Bool { lines != nil || scanner.isComplete }

    /// The next entry; blank ones and the header of a table are skipped.
    package mutating func next() -> Entry? {
        if lines == nil { return nextScanned() }
        while let found = lines?.next() {
            line += 1
            if found.length == 0 { continue }
            return Entry(offset: found.offset, length: found.length, line: line - 1, number: 0)
        }
        return nil
    }

    private mutating func nextScanned() -> Entry? {
        while let found = scanner.next(in: bytes, from: index) ?? rest() {
            let start = index
            index = found.end
            defer { isLine = found.isLine && counted == found.start }
            if found.isHeader { continue }
            var end = found.end
            if end > found.start, bytes[end - 1] == 0x0A { end -= 1 }
            if end > found.start, bytes[end - 1] == 0x0D { end -= 1 }
            if end == found.start { continue }
            let before = line
            line += lineFeeds(before: found.start)
            counted = found.start
            number = line == before && start > 0 ? number + 1 : 0
            return Entry(
                offset: found.start, length: end - found.start, line: line, number: number)
        }
        return nil
    }

    /// Skips the rows of a table by a filter.
    ///
    /// - Returns: Their number.
    package mutating func skip(_ filter: RowFilter, atMost limit: Int) -> Int {
        guard scanner.beginsRow else { return 0 }
        let skipped = filter.skip(in: bytes, from: index, atMost: limit)
        guard skipped.count > 0 else { return 0 }
        // The state is the same as if `next` had returned the last one.
        line += lineFeeds(before: index) + skipped.lineFeeds
        counted = skipped.last
        index = skipped.end
        number = 0
        isLine = skipped.endsWithLine
        return skipped.count
    }

    /// The number of line feeds between ``counted`` and the next entry.
    private func lineFeeds(before start: Int) -> Int {
        isLine
            ? 1 : LineFeeds.count(in: UnsafeRawBufferPointer(rebasing: bytes[counted..<start]))
    }

    /// The incomplete entry at the end of the log.
    private func rest() -> EntryScanner.Found? { scanner.rest(in: bytes, from: index) }
}
