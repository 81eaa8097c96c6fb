import PeriluneCore

/// The pairs of a line.
struct LogfmtPairs {
    struct Pair {
        var name: Range<Int>
        var value: Range<Int>
        /// Whether it has no `=`.
        var isBare = false
        /// Whether the value has escapes.
        var isEscaped = false
    }

    private(set) var pairs: [Pair] = []
    /// The separator of pairs; a space stands for any white space.
    var separator = UInt8(ascii: " ")
    /// Between a name and its value.
    var assignment = UInt8(ascii: "=")
    /// A line with more values is not of this format.
    private static let most = 1024

    /// Divides a line.
    ///
    /// - Throws: `codec.entry` with the column.
    mutating func read(_ line: Span<UInt8>) throws(PeriluneError) {
        pairs.removeAll(keepingCapacity: true)
        var index = 0
        while true {
            while index < line.count, line[index] <= 0x20 || line[index] == separator { index += 1 }
            if index == line.count { return }
            let start = index
            while index < line.count, !isEnd(line[index]), line[index] != assignment {
                guard line[index] != UInt8(ascii: "\"") else {
                    throw Self.syntaxError("a quote in a name", index)
                }
                index += 1
            }
            guard index > start else { throw Self.syntaxError("a value without a name", index) }
            guard pairs.count < Self.most else {
                throw Self.syntaxError("more than \(Self.most) values", index)
            }
            let end = trimmed(line, start..<index)
            var pair = Pair(name: end, value: index..<index)
            if index < line.count, line[index] == assignment {
                index += 1
                try readValue(line, &index, &pair)
            } else {
                pair.isBare = true
            }
            pairs.append(pair)
        }
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        separator == 0x20 ? byte <= 0x20 : byte == separator
    }

    /// The range without white space at its end, which only separators other than spaces leave.
    private func trimmed(_ line: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, line[end - 1] <= 0x20 { end -= 1 }
        return range.lowerBound..<end
    }

    private func readValue(
        _ line: Span<UInt8>, _ index: inout Int, _ pair: inout Pair
    ) throws(PeriluneError) {
        if separator != 0x20 {
            while index < line.count, line[index] <= 0x20, line[index] != separator { index += 1 }
        }
        let start = index
        guard index < line.count, line[index] == UInt8(ascii: "\"") else {
            while index < line.count, !isEnd(line[index]) { index += 1 }
            pair.value = trimmed(line, start..<index)
            return
        }
        index += 1
        while index < line.count, line[index] != UInt8(ascii: "\"") {
            if line[index] == UInt8(ascii: "\\") {
                pair.isEscaped = true
                index += 1
            }
            index += 1
        }
        guard index < line.count else { throw Self.syntaxError("an unclosed quote", start) }
        pair.value = (start + 1)..<index
        index += 1
    }

    private static func syntaxError(_ what: String, _ index: Int) -> PeriluneError {
        PeriluneError(
            "codec.entry", "the line is not logfmt: it has \(what)",
            at: .init(line: 1, column: index + 1))
    }
}
