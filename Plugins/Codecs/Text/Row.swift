import PeriluneCore

/// The values of a row.
struct Row {
    /// Where a value is: in the entry, or in ``aside``.
    struct Part {
        var start: Int
        var end: Int
        var isAside = false
    }

    private(set) var parts: [Part] = []
    /// Values whose doubled quotes were resolved.
    private var aside: [UInt8] = []

    func withText(_ part: Part, of entry: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        body(
            part.isAside
                ? aside.span.extracting(part.start..<part.end)
                : entry.extracting(part.start..<part.end))
    }

    /// Divides an entry.
    ///
    /// - Throws: `codec.entry` for a quoted value that does not end.
    mutating func split(
        _ entry: Span<UInt8>, _ delimiter: UInt8, _ quote: UInt8
    ) throws(PeriluneError) {
        parts.removeAll(keepingCapacity: true)
        aside.removeAll(keepingCapacity: true)
        var index = 0
        while true {
            if index < entry.count, entry[index] == quote {
                try readQuoted(entry, &index, delimiter, quote)
            } else {
                let end = entry.firstIndex(of: delimiter, from: index) ?? entry.count
                parts.append(Part(start: index, end: end))
                index = end
            }
            if index >= entry.count { return }
            index += 1
        }
    }

    /// A quoted value: a doubled quote stands for one, and what follows the closing quote belongs to the value.
    private mutating func readQuoted(
        _ entry: Span<UInt8>, _ index: inout Int, _ delimiter: UInt8, _ quote: UInt8
    ) throws(PeriluneError) {
        let opening = index
        guard let closing = entry.firstIndex(of: quote, from: index + 1) else {
            throw Self.unclosed(entry, opening)
        }
        if closing + 1 == entry.count || entry[closing + 1] == delimiter {
            parts.append(Part(start: opening + 1, end: closing))
            index = closing + 1
            return
        }
        let start = aside.count
        var from = opening + 1
        var end = closing
        while true {
            aside.append(copying: entry.extracting(from..<end))
            guard end + 1 < entry.count, entry[end + 1] == quote else { break }
            aside.append(quote)
            from = end + 2
            guard let next = entry.firstIndex(of: quote, from: from) else {
                throw Self.unclosed(entry, opening)
            }
            end = next
        }
        index = entry.firstIndex(of: delimiter, from: end + 1) ?? entry.count
        aside.append(copying: entry.extracting((end + 1)..<index))
        parts.append(Part(start: start, end: aside.count, isAside: true))
    }

    /// The names in a header.
    ///
    /// - Throws: `codec.header` for a name that occurs twice, and for two columns without a name.
    func names(in header: Span<UInt8>) throws(PeriluneError) -> [String] {
        var names: [String] = []
        for part in parts {
            var name = ""
            withText(part, of: header) { text in name = (try? text.text()) ?? "" }
            guard !names.contains(name) else {
                throw Self.repeated(name)
            }
            names.append(name)
        }
        return names
    }

    static func repeated(_ name: String) -> PeriluneError {
        PeriluneError(
            "codec.header",
            name.isEmpty
                ? "two columns have no name" : "two columns have the name '\(name)'",
            at: .init(line: 1))
    }

    /// The error of a row that has not as many values as there are columns.
    func wrongCount(_ columns: Int, in entry: Span<UInt8>) -> PeriluneError {
        let count = parts.count
        let end = min(entry.count, entry.firstIndex(of: 0x0A, from: 0) ?? entry.count)
        return PeriluneError(
            "codec.entry",
            "the row has \(count) \(count == 1 ? "value" : "values"), but there \(columns == 1 ? "is 1 column" : "are \(columns) columns")",
            at: .init(line: 1, column: end),
            hint: count > columns ? "quote values that contain the delimiter" : nil)
    }

    private static func unclosed(_ entry: Span<UInt8>, _ index: Int) -> PeriluneError {
        var line = 1
        var start = 0
        for position in 0..<index where entry[position] == 0x0A {
            line += 1
            start = position + 1
        }
        return PeriluneError(
            "codec.entry", "the quoted value is not closed",
            at: .init(line: line, column: index - start + 1),
            hint: "close the quote; a quote inside a value is doubled")
    }
}
