import Glibc
import PeriluneCore

/// Finds lines and columns in a document, from its beginning to its end.
///
/// libxml2 counts columns in characters up to the end of a tag; this counts bytes up to its `<`.
struct XMLCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    private var line: UInt32 = 1
    private var lineStart = 0
    private var seen = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The position of the `<` of the tag that ends at `offset`; attribute values contain no `<`.
    mutating func tag(endingAt offset: Int) -> (line: UInt32, column: UInt32) {
        guard let base = bytes.baseAddress, offset <= bytes.count else { return (line, 0) }
        var start = offset - 1
        while start > seen, base[start] != UInt8(ascii: "<") { start -= 1 }
        advance(to: max(start, seen), base)
        return (line, UInt32(truncatingIfNeeded: seen - lineStart + 1))
    }

    private mutating func advance(to offset: Int, _ base: UnsafePointer<UInt8>) {
        while seen < offset, let found = memchr(base + seen, 0x0A, offset - seen) {
            lineStart = base.distance(to: found.assumingMemoryBound(to: UInt8.self)) + 1
            seen = lineStart
            line += 1
        }
        seen = offset
    }
}

extension PeriluneError.Place {
    /// The place of a byte, with the text of its line unless that is too long.
    init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let longest = 500
        let offset = min(max(offset, 0), bytes.count)
        self.init(offset: offset, in: bytes.span)
        let line = bytes[(offset - (column ?? 1) + 1)...].prefix(longest + 1).prefix { $0 != 0x0A }
        if line.count <= longest { sourceLine = String(decoding: line, as: UTF8.self) }
    }
}

extension PeriluneError {
    /// The same error with the text of the line it refers to.
    func showingSource(of document: [UInt8]) -> PeriluneError {
        guard place.sourceLine == nil, let line = place.line else { return self }
        let lines = document.split(
            separator: 0x0A, maxSplits: line, omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1), lines[line - 1].count <= 500 else { return self }
        var error = self
        error.place.sourceLine = String(decoding: lines[line - 1], as: UTF8.self)
        return error
    }
}
