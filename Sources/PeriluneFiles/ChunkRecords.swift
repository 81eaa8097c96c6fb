import PeriluneCore

/// The records of a chunk that are not blank, without their line ends.
package struct ChunkRecords: Sequence, IteratorProtocol {
    package struct Record: Hashable, Sendable {
        /// Where the record begins in the chunk.
        package let offset: Int
        package let length: Int
        /// The line on which it begins, from 1.
        package let line: Int
        /// How many records before it begin on the same line.
        package let number: Int
    }

    private let bytes: UnsafeRawBufferPointer
    private var scanner: RecordScanner
    private var index = 0
    /// The line at ``counted``.
    private var line: Int
    private var counted = 0
    private var number = 0

    /// The records of the bytes of a chunk.
    package init(_ chunk: Chunk, _ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        scanner = chunk.scanner ?? RecordScanner(.lines)
        line = chunk.firstLine
    }

    package mutating func next() -> Record? {
        while let found = scanner.next(in: bytes, from: index) ?? rest() {
            let start = index
            index = found.end
            if found.isHeader { continue }
            var end = found.end
            if end > found.start, bytes[end - 1] == 0x0A { end -= 1 }
            if end > found.start, bytes[end - 1] == 0x0D { end -= 1 }
            if end == found.start { continue }
            let before = line
            line += LineFeeds.count(in: UnsafeRawBufferPointer(rebasing: bytes[counted..<found.start]))
            counted = found.start
            number = line == before && start > 0 ? number + 1 : 0
            return Record(
                offset: found.start, length: end - found.start, line: line, number: number)
        }
        return nil
    }

    /// What the end of the log cuts off.
    private func rest() -> RecordScanner.Found? { scanner.rest(in: bytes, from: index) }
}
