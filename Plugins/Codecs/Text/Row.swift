import PeriluneCore
import PeriluneJSON

/// The values of a row.
struct Row {
    /// The ranges of the values; values with resolved doubled quotes are after the entry.
    private(set) var parts: [TextRange] = []
    /// Bytes of values that are not slices of the entry.
    private var aside: [UInt8] = []

    /// Whether all values are slices of the entry.
    var isPlain: Bool { aside.isEmpty }

    func withText(_ part: TextRange, of entry: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        let end = entry.count
        body(
            part.end > end
                ? aside.span.extracting((part.start - end)..<(part.end - end))
                : entry.extracting(part.start..<part.end))
    }

    /// Divides an entry.
    ///
    /// - Throws: `codec.entry` for a quoted value that does not end.
    mutating func split(
        _ entry: Span<UInt8>, _ delimiter: UInt8, _ quote: UInt8
    ) throws(PeriluneError) {
        if !aside.isEmpty { aside.removeAll(keepingCapacity: true) }
        if splitsLikeLast(entry, delimiter, quote) { return }
        parts.removeAll(keepingCapacity: true)
        var index = 0
        while true {
            if index < entry.count, entry[index] == quote {
                try readQuoted(entry, &index, delimiter, quote)
            } else {
                index = readPlain(entry, index, delimiter, quote)
            }
            if index >= entry.count { return }
            index += 1
        }
    }

    /// Divides an entry into as many values as the one before, in their place: appending to an array checks for each
    /// value whether the array is shared.
    ///
    /// - Returns: False where the number of values differs, or where a quoted value has quotes or does not end.
    private mutating func splitsLikeLast(
        _ entry: Span<UInt8>, _ delimiter: UInt8, _ quote: UInt8
    ) -> Bool {
        let wanted = 0x0101_0101_0101_0101 &* UInt64(delimiter)
        let count = entry.count
        guard count >= 8, !parts.isEmpty else { return false }
        var parts = self.parts.mutableSpan
        var number = 0
        var start = 0
        var index = 0
        while true {
            if start < count, entry[start] == quote {
                guard let closing = entry.firstIndex(of: quote, from: start + 1),
                    closing + 1 == count || entry[closing + 1] == delimiter,
                    number < parts.count
                else { return false }
                parts[number] = TextRange(start: start + 1, end: closing)
                number += 1
                start = closing + 2
                if start > count { return number == parts.count }
                index = start
                continue
            }
            var isQuoted = false
            while index < count, !isQuoted {
                // The last word overlaps the one before.
                let place = min(index, count - 8)
                let word = unsafe entry.bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: place, as: UInt64.self)
                var found = (word.littleEndian ^ wanted).zeroBytes
                found &= UInt64.max << UInt64(8 * (index - place))
                while found != 0 {
                    let end = place + found.trailingZeroBitCount / 8
                    guard number < parts.count else { return false }
                    parts[number] = TextRange(start: start, end: end)
                    number += 1
                    start = end + 1
                    if start < count, entry[start] == quote {
                        isQuoted = true
                        break
                    }
                    found &= found &- 1
                }
                index = isQuoted ? start : place + 8
            }
            if isQuoted { continue }
            guard number == parts.count - 1 else { return false }
            parts[number] = TextRange(start: start, end: count)
            return true
        }
    }

    /// Values up to the next one with a quote, or up to the end; looks at eight bytes at once.
    ///
    /// - Returns: The position behind the last value.
    private mutating func readPlain(
        _ entry: Span<UInt8>, _ start: Int, _ delimiter: UInt8, _ quote: UInt8
    ) -> Int {
        let wanted = 0x0101_0101_0101_0101 &* UInt64(delimiter)
        var start = start
        var index = start
        while index + 8 <= entry.count {
            let word = unsafe entry.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: index, as: UInt64.self)
            var found = (word.littleEndian ^ wanted).zeroBytes
            while found != 0 {
                let end = index + found.trailingZeroBitCount / 8
                parts.append(TextRange(start: start, end: end))
                start = end + 1
                if start < entry.count, entry[start] == quote { return end }
                found &= found &- 1
            }
            index += 8
        }
        while index < entry.count {
            if entry[index] == delimiter {
                parts.append(TextRange(start: start, end: index))
                start = index + 1
                if start < entry.count, entry[start] == quote { return index }
            }
            index += 1
        }
        parts.append(TextRange(start: start, end: entry.count))
        return entry.count
    }

    /// Reads a quoted value, in which a quote is doubled.
    private mutating func readQuoted(
        _ entry: Span<UInt8>, _ index: inout Int, _ delimiter: UInt8, _ quote: UInt8
    ) throws(PeriluneError) {
        let opening = index
        guard let closing = entry.firstIndex(of: quote, from: index + 1) else {
            throw Self.unclosed(entry, opening)
        }
        if closing + 1 == entry.count || entry[closing + 1] == delimiter {
            parts.append(TextRange(start: opening + 1, end: closing))
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
        index = end + 1
        // Otherwise the rest of the row, and further rows, could silently become a part of the value.
        guard index == entry.count || entry[index] == delimiter else {
            throw Self.misquoted(entry, index)
        }
        parts.append(TextRange(start: entry.count + start, end: entry.count + aside.count))
    }

    /// Whether the values look like names of columns.
    ///
    /// Names are short, occur once, begin without a space, and are not numbers, as in rows of values. Behind the first of
    /// three or more columns, years and dates are names too.
    func hasNames(in header: Span<UInt8>) -> Bool {
        guard let names = try? names(in: header) else { return false }
        return names.enumerated().allSatisfy { index, name in
            guard name.utf8.count <= 64 else { return false }
            guard let first = name.first else { return index == 0 }
            if first.isLetter || Self.beginsNames(first) { return true }
            return names.count > 2 && index > 0
                && name.utf8.allSatisfy { (UInt8(ascii: "-")...UInt8(ascii: "9")).contains($0) }
        }
    }

    /// Signs at the beginning of a name, such as `@timestamp`, `_id` and `% of total`.
    private static func beginsNames(_ character: Character) -> Bool {
        switch character {
        case "_", "@", "#", "$", "%", "*", "(": true
        default: false
        }
    }

    /// The values that are valid UTF-8.
    func texts(in entry: Span<UInt8>) -> [String] {
        parts.map { part in
            var value = ""
            withText(part, of: entry) { text in value = (try? text.text()) ?? "" }
            return value
        }
    }

    /// The names in a header.
    ///
    /// - Throws: `codec.header` for a name that occurs twice, and for two columns without a name.
    func names(in header: Span<UInt8>) throws(PeriluneError) -> [String] {
        var names: [String] = []
        for part in parts {
            var name = ""
            withText(part, of: header) { text in name = (try? text.text()) ?? "" }
            guard !names.contains(where: { $0.hasSameBytes(as: name) }) else {
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

    /// The error for a row with the wrong number of values.
    func columnCountError(_ columns: Int, in entry: Span<UInt8>) -> PeriluneError {
        let count = parts.count
        let end = min(entry.count, entry.firstIndex(of: 0x0A, from: 0) ?? entry.count)
        return PeriluneError(
            "codec.entry",
            "the row has \(count) \(count == 1 ? "value" : "values"), but there \(columns == 1 ? "is 1 column" : "are \(columns) columns")",
            at: .init(line: 1, column: end),
            hint: count > columns
                ? "quote values that contain the delimiter"
                : "write the delimiters of values that are empty")
    }

    private static func unclosed(_ entry: Span<UInt8>, _ index: Int) -> PeriluneError {
        PeriluneError(
            "codec.entry", "the quoted value is not closed", at: place(of: index, in: entry),
            hint: "close the quote; a quote inside a value is doubled")
    }

    private static func misquoted(_ entry: Span<UInt8>, _ index: Int) -> PeriluneError {
        PeriluneError(
            "codec.entry", "text after the closing quote of a value",
            at: place(of: index, in: entry), hint: "double a quote inside a quoted value")
    }

    private static func place(of index: Int, in entry: Span<UInt8>) -> PeriluneError.Place {
        var line = 1
        var start = 0
        for position in 0..<index where entry[position] == 0x0A {
            line += 1
            start = position + 1
        }
        return .init(line: line, column: index - start + 1)
    }
}
