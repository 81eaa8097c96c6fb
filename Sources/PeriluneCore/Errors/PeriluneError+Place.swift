extension PeriluneError.Place {
    /// The line and the column of an offset in a text; the end of the text if the offset is beyond it.
    package init(offset: Int, in bytes: Span<UInt8>) {
        let offset = min(max(offset, 0), bytes.count)
        var start = offset
        while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        self.init(line: bytes.line(at: offset), column: offset - start + 1)
    }
}

extension Span<UInt8> {
    /// The number of the line at an offset in a text, from 1.
    package func line(at offset: Int) -> Int {
        var line = 1
        for index in 0..<offset where self[index] == UInt8(ascii: "\n") { line += 1 }
        return line
    }
}
