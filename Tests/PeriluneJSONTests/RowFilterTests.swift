import CPeriluneJSON
import PeriluneCore
import PeriluneJSON
import Testing

/// Rows that are skipped, beside what a reader finds that looks at one byte after the other.
struct RowFilterTests {
    /// Where a row ends, whether it may be skipped, and how many line feeds it has.
    private struct Row {
        var end = 0
        var isUnwanted = true
        var lineFeeds = 0
    }

    private static let wanted: [(column: Int, text: [UInt8])] = [
        (2, Array("yes".utf8)), (0, Array("a".utf8)), (2, Array("no".utf8)), (2, []),
    ]

    /// The row at a position; `nil` if it has no end, or if it is not certain where the end is.
    private static func row(_ bytes: [UInt8], at start: Int, columns: Int) -> Row? {
        var row = Row()
        var values: [(text: [UInt8], hasQuotes: Bool)] = []
        var index = start
        var isLast = false
        while !isLast {
            var text: [UInt8] = []
            var hasQuotes = false
            if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                index += 1
                while true {
                    guard index + 1 < bytes.count else { return nil }
                    if bytes[index] == UInt8(ascii: "\"") {
                        if bytes[index + 1] != UInt8(ascii: "\"") { break }
                        hasQuotes = true
                        index += 1
                    }
                    if bytes[index] == 0x0A { row.lineFeeds += 1 }
                    text.append(bytes[index])
                    index += 1
                }
                index += 1
                if bytes[index] == 0x0D { index += 1 }
                guard index < bytes.count else { return nil }
                guard
                    bytes[index] == 0x0A
                        || bytes[index] == UInt8(ascii: ",")
                            && bytes[index - 1] != 0x0D
                else { return nil }
            } else {
                while index < bytes.count, bytes[index] != 0x0A, bytes[index] != UInt8(ascii: ",") {
                    text.append(bytes[index])
                    index += 1
                }
                guard index < bytes.count else { return nil }
                if bytes[index] == 0x0A, text.last == 0x0D { text.removeLast() }
            }
            values.append((text, hasQuotes))
            isLast = bytes[index] == 0x0A
            index += 1
        }
        row.end = index
        var entry = Array(bytes[start..<(index - 1)])
        if entry.last == 0x0D { entry.removeLast() }
        row.isUnwanted =
            !entry.isEmpty && values.count == columns
            && String(validating: entry, as: UTF8.self) != nil
            && !wanted.contains { test in
                let value = values[test.column]
                return value.hasQuotes || value.text == test.text
                    || value.text.contains { $0 >= 0x80 }
            }
        return row
    }

    private static let pieces: [[UInt8]] =
        [
            ",", ",", ",", "\n", "\r\n", "\r", "\"", "\"\"", "\",", "\"\n", "a", "yes", "no",
            "long text with spaces", "é", "😀", "\0",
        ]
        .map { Array($0.utf8) } + [[0xC3], [0xED, 0xA0, 0x80]]

    private static func table(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            if random.chance(1, in: 8) {
                for _ in 0..<8 { bytes += pieces.random(&random) }
                continue
            }
            for column in 0..<3 {
                if column > 0 { bytes.append(UInt8(ascii: ",")) }
                let text = ["b", "c,\n", "other", "", "1234567890123456", "x é y"].random(&random)
                bytes += text.contains(",") ? Array("\"\(text)\"".utf8) : Array(text.utf8)
            }
            bytes.append(0x0A)
        }
        return bytes
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func skipsRowsThatCannotMatch(seed: UInt64) {
        let filter = RowFilter(
            delimiter: UInt8(ascii: ","), quote: UInt8(ascii: "\""), columns: 3,
            Self.wanted.map { ($0.column, .differs(from: $0.text)) })
        var random = SeededGenerator(seed: seed)
        var count = 0
        for _ in 0..<2_000 {
            let bytes = Self.table(&random)
            let limit = random.chance(1, in: 4) ? 2 : Int.max
            var rows: [Row] = []
            var last = 0
            while rows.count < limit,
                let row = Self.row(bytes, at: rows.last?.end ?? 0, columns: 3),
                row.isUnwanted
            {
                last = rows.last?.end ?? 0
                rows.append(row)
            }
            // As much as must be readable, and no more: Address Sanitizer notices a read behind it.
            let padded = bytes + [UInt8](repeating: 0x0A, count: RowFilter.padding)
            let skipped = padded.withUnsafeBytes {
                filter.skip(
                    in: UnsafeRawBufferPointer(rebasing: $0[..<bytes.count]), from: 0,
                    atMost: limit)
            }
            #expect(skipped.count == rows.count)
            #expect(skipped.end == rows.last?.end ?? 0)
            #expect(skipped.last == last)
            #expect(
                skipped.lineFeeds
                    == rows.dropLast().reduce(0) { $0 + $1.lineFeeds + 1 })
            #expect(skipped.endsWithLine == (rows.last?.lineFeeds ?? 0 == 0))
            count += skipped.count
        }
        #expect(count > 1_000)
    }

    @Test func skipsEveryValidRowWithoutTests() {
        let filter = RowFilter(
            delimiter: UInt8(ascii: ";"), quote: UInt8(ascii: "\""), columns: 1, [])
        let rows = Array("yes\r\nno\n;\n".utf8) + [UInt8](repeating: 0, count: RowFilter.padding)
        let skipped = rows.withUnsafeBytes {
            filter.skip(
                in: UnsafeRawBufferPointer(rebasing: $0[..<10]), from: 0, atMost: Int.max)
        }
        #expect(skipped.count == 2)
        #expect(skipped.end == 8)
    }

    @Test func testsARepeatedValueOnce() {
        var asked: [String] = []
        let filter = RowFilter(
            delimiter: UInt8(ascii: ","), quote: UInt8(ascii: "\""), columns: 2,
            [
                (0, .isNotEmpty),
                (
                    1,
                    .isValid { text in
                        let text = (try? text.text()) ?? ""
                        asked.append(text)
                        return text != "bad"
                    }
                ),
            ])
        let long = String(repeating: "x", count: 65)
        func count(_ text: String) -> Int {
            let bytes = Array(text.utf8)
            let padded = bytes + [UInt8](repeating: 0, count: RowFilter.padding)
            return padded.withUnsafeBytes {
                filter.skip(
                    in: UnsafeRawBufferPointer(rebasing: $0[..<bytes.count]), from: 0,
                    atMost: Int.max
                ).count
            }
        }
        #expect(count("a,1\nb,1\nc,\nd,2\ne,2\nf,bad\n") == 5)
        #expect(asked == ["1", "2", "bad"])
        #expect(count("a,2\n,2\n") == 1)
        #expect(count("a,\(long)\n") == 0)
        #expect(asked.count == 3)
    }
    @Test func doesNotTestATruncatedValue() {
        var asked = 0
        let filter = RowFilter(
            delimiter: UInt8(ascii: ","), quote: UInt8(ascii: "\""), columns: 2,
            [
                (
                    0,
                    .isValid { _ in
                        asked += 1
                        return true
                    }
                )
            ])
        let padded = Array("one".utf8) + [UInt8](repeating: UInt8(ascii: ","), count: 16)
        let skipped = padded.withUnsafeBytes {
            filter.skip(
                in: UnsafeRawBufferPointer(rebasing: $0[..<2]), from: 0, atMost: Int.max)
        }
        #expect(skipped.count == 0)
        #expect(asked == 0)
    }
}
