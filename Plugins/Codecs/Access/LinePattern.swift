import PeriluneCore

/// A line of fields with fixed text between them: `$remote_addr - [$time_local] "$request"`.
struct LinePattern: Sendable {
    /// The names of the fields, in order.
    let fields: [String]
    /// The fixed text, all pieces in a row.
    private let text: [UInt8]
    /// The number of bytes before the first field.
    private let start: Int
    private let ends: [End]

    /// The end of a field.
    private struct End {
        /// The text after the field; empty at the end of the line.
        let text: Range<Int>
        /// Whether the value is in quotes; a backslash escapes a quote in it.
        let isQuoted: Bool
        /// The first bytes of the text, up to eight, in one word, and a mask for them.
        let first: UInt64
        let mask: UInt64

        init(_ bytes: [UInt8], at place: Int, isQuoted: Bool) {
            text = place..<(place + bytes.count)
            self.isQuoted = isQuoted
            first = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
            mask = bytes.isEmpty ? 0 : UInt64.max >> UInt64(64 - 8 * min(8, bytes.count))
        }
    }

    /// Reads a `log_format` of nginx: names of variables after `$`.
    init(nginx format: String) throws(PeriluneError) {
        var texts: [[UInt8]] = []
        var fields: [String] = []
        var text: [UInt8] = []
        var bytes = Array(format.utf8)[...]
        while let byte = bytes.popFirst() {
            guard byte == UInt8(ascii: "$") else {
                text.append(byte)
                continue
            }
            let isBraced = bytes.first == UInt8(ascii: "{")
            if isBraced { bytes = bytes.dropFirst() }
            let name = bytes.prefix {
                $0 == 95 || (48...57).contains($0) || (97...122).contains($0 | 32)
            }
            bytes = bytes.dropFirst(name.count)
            if isBraced { bytes = bytes.dropFirst() }
            guard !name.isEmpty else {
                throw PeriluneError("codec.option", "has a $ without the name of a variable")
            }
            guard !text.isEmpty || fields.isEmpty else {
                let name = String(decoding: name, as: UTF8.self)
                throw PeriluneError(
                    "codec.option", "has no text between the variable $\(name) and the one before")
            }
            texts.append(text)
            text = []
            fields.append(String(decoding: name, as: UTF8.self))
        }
        texts.append(text)
        guard !fields.isEmpty else {
            throw PeriluneError("codec.option", "has no variables such as $remote_addr")
        }
        self.fields = fields
        self.text = Array(texts.joined())
        start = texts[0].count
        var place = start
        ends = fields.indices.map { number in
            let (before, after) = (texts[number], texts[number + 1])
            defer { place += after.count }
            return End(
                after, at: place,
                isQuoted: before.last == UInt8(ascii: "\"") && after.first == UInt8(ascii: "\""))
        }
    }

    /// Finds the fields of a line.
    ///
    /// - Throws: `codec.entry` with the column of the first difference.
    func match(_ line: Span<UInt8>, _ ranges: inout [Range<Int>]) throws(PeriluneError) {
        if ranges.count != fields.count {
            ranges = Array(repeating: 0..<0, count: fields.count)
        }
        guard line.has(text.span.extracting(..<start), at: 0) else {
            throw expected(0..<start, 0, 0)
        }
        var found = ranges.mutableSpan
        let ends = ends.span
        var index = start
        for number in ends.indices {
            let end = ends[number]
            var last = line.count
            if !end.text.isEmpty {
                last = find(end, in: line, from: index)
                guard last >= 0 else { throw expected(end.text, number, line.count) }
            }
            found[number] = index..<last
            index = last + end.text.count
        }
        guard index == line.count else {
            throw PeriluneError(
                "codec.entry", "the line continues after the last field of the format",
                at: .init(line: 1, column: index + 1),
                hint: "name all fields: --as nginx --codec 'format=...'")
        }
    }

    private func expected(_ range: Range<Int>, _ found: Int, _ index: Int) -> PeriluneError {
        let before = found == 0 ? "at the beginning" : "after \(fields[found - 1])"
        let shown = String(decoding: text[range], as: UTF8.self)
        return PeriluneError(
            "codec.entry", "the line does not match this format: '\(shown)' is missing \(before)",
            at: .init(line: 1, column: index + 1))
    }

    /// The position of the text that ends a field, or -1.
    @inline(__always)
    private func find(_ end: End, in line: Span<UInt8>, from start: Int) -> Int {
        let byte = UInt8(truncatingIfNeeded: end.first)
        var index = start
        while true {
            let found = line.position(of: byte, from: index)
            if found == line.count { return -1 }
            index = found + 1
            if end.isQuoted, found > start, line[found - 1] == UInt8(ascii: "\\") {
                // A quote after an odd number of backslashes belongs to the value.
                var slash = found
                while slash > start, line[slash - 1] == UInt8(ascii: "\\") { slash -= 1 }
                if !(found - slash).isMultiple(of: 2) { continue }
            }
            if end.text.count == 1 || isText(end, at: found, of: line) { return found }
        }
    }

    private func isText(_ end: End, at place: Int, of line: Span<UInt8>) -> Bool {
        guard end.text.count <= 8, place + 8 <= line.count else {
            return line.has(text.span.extracting(end.text), at: place)
        }
        let word = unsafe line.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: place, as: UInt64.self)
        return word.littleEndian & end.mask == end.first
    }
}
