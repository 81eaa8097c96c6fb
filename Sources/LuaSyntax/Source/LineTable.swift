/// The start of each line of a script, counted exactly as Lua counts lines.
///
/// Lua takes `\n`, `\r`, `\r\n` and `\n\r` as one line end each, in code, strings and comments. A table with other
/// rules would give wrong line numbers for files with mixed line ends.
package struct LineTable: Sendable {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The script.
    package let bytes: [UInt8]
    /// The offset of the first byte of each line; never empty.
    package let starts: [Int]

    /// Finds the lines of a script.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark has no column, since editors do not show it.
        var starts = [bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0]
        var offset = starts[0]
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            guard byte == 0x0A || byte == 0x0D else { continue }
            if offset < bytes.count, bytes[offset] ^ byte == 0x0A ^ 0x0D { offset += 1 }
            starts.append(offset)
        }
        self.starts = starts
    }

    /// Finds the lines of a script.
    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// The number of lines; an empty script has one.
    package var count: Int { starts.count }

    /// The text of a line without its line end; `nil` if there is no such line.
    package func text(ofLine line: Int) -> String? {
        guard line >= 1, line <= starts.count else { return nil }
        let start = starts[line - 1]
        var end = line < starts.count ? starts[line] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The position of a byte; an offset outside of the script is moved to its nearest end.
    package func position(at offset: Int) -> Position {
        let offset = min(max(offset, starts[0]), max(bytes.count, starts[0]))
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return Position(offset: offset, line: low + 1, column: offset - starts[low] + 1)
    }
}
