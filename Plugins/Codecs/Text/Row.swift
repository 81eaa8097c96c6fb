import PeriluneCore

/// The values of a row.
struct Row {
    /// Where a value is: in the record, or in ``aside``.
    struct Part {
        var start: Int
        var end: Int
        var isAside = false
    }

    private(set) var parts: [Part] = []
    /// Values whose doubled quotes were resolved.
    private var aside: [UInt8] = []

    func withText(_ part: Part, of record: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        body(
            part.isAside
                ? aside.span.extracting(part.start..<part.end)
                : record.extracting(part.start..<part.end))
    }

    /// Divides a record.
    ///
    /// - Throws: `codec.record` for a quoted value that does not end.
    mutating func split(
        _ record: Span<UInt8>, _ delimiter: UInt8, _ quote: UInt8
    ) throws(PeriluneError) {
        parts.removeAll(keepingCapacity: true)
        aside.removeAll(keepingCapacity: true)
        var index = 0
        while true {
            if index < record.count, record[index] == quote {
                try readQuoted(record, &index, delimiter, quote)
            } else {
                let end = record.firstIndex(of: delimiter, from: index) ?? record.count
                parts.append(Part(start: index, end: end))
                index = end
            }
            if index >= record.count { return }
            index += 1
        }
    }

    /// A quoted value: a doubled quote stands for one, and what follows the closing quote belongs to the value.
    private mutating func readQuoted(
        _ record: Span<UInt8>, _ index: inout Int, _ delimiter: UInt8, _ quote: UInt8
    ) throws(PeriluneError) {
        let opening = index
        guard let closing = record.firstIndex(of: quote, from: index + 1) else {
            throw Self.unclosed(record, opening)
        }
        if closing + 1 == record.count || record[closing + 1] == delimiter {
            parts.append(Part(start: opening + 1, end: closing))
            index = closing + 1
            return
        }
        let start = aside.count
        var from = opening + 1
        var end = closing
        while true {
            aside.append(copying: record.extracting(from..<end))
            guard end + 1 < record.count, record[end + 1] == quote else { break }
            aside.append(quote)
            from = end + 2
            guard let next = record.firstIndex(of: quote, from: from) else {
                throw Self.unclosed(record, opening)
            }
            end = next
        }
        index = record.firstIndex(of: delimiter, from: end + 1) ?? record.count
        aside.append(copying: record.extracting((end + 1)..<index))
        parts.append(Part(start: start, end: aside.count, isAside: true))
    }

    private static func unclosed(_ record: Span<UInt8>, _ index: Int) -> PeriluneError {
        var line = 1
        var start = 0
        for position in 0..<index where record[position] == 0x0A {
            line += 1
            start = position + 1
        }
        return PeriluneError(
            "codec.record", "the quoted value does not end",
            at: .init(line: line, column: index - start + 1),
            hint: "close the quote; a quote inside a value is doubled")
    }
}
