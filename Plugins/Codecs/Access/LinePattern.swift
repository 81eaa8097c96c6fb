import PeriluneCore

/// A line of fields with fixed text between them: `$remote_addr - [$time_local] "$request"`.
struct LinePattern: Sendable {
    enum Piece: Sendable {
        case text([UInt8])
        /// A field by its number. In a quoted one, a backslash keeps a quote from ending it.
        case field(Int, isQuoted: Bool)
    }

    /// The names of the fields, in order.
    let fields: [String]
    private let pieces: [Piece]

    /// Reads a `log_format` of nginx: names of variables after `$`.
    init(nginx format: String) throws(PeriluneError) {
        var pieces: [Piece] = []
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
            let isQuoted = text.last == UInt8(ascii: "\"") && bytes.first == UInt8(ascii: "\"")
            if !text.isEmpty { pieces.append(.text(text)) }
            text = []
            pieces.append(.field(fields.count, isQuoted: isQuoted))
            fields.append(String(decoding: name, as: UTF8.self))
        }
        if !text.isEmpty { pieces.append(.text(text)) }
        guard !fields.isEmpty else {
            throw PeriluneError("codec.option", "has no variables such as $remote_addr")
        }
        self.fields = fields
        self.pieces = pieces
    }

    /// Finds the fields of a line.
    ///
    /// - Throws: `codec.entry` with the column of the first difference.
    func match(_ line: Span<UInt8>, _ ranges: inout [Range<Int>]) throws(PeriluneError) {
        ranges.removeAll(keepingCapacity: true)
        var index = 0
        var number = 0
        while number < pieces.count {
            switch pieces[number] {
            case .text(let text):
                guard line.has(text, at: index) else { throw expected(text, after: ranges, index) }
                index += text.count
            case .field(_, let isQuoted):
                var end = line.count
                if number + 1 < pieces.count, case .text(let text) = pieces[number + 1] {
                    guard let found = Self.find(text, in: line, from: index, isQuoted) else {
                        throw expected(text, after: ranges, line.count)
                    }
                    end = found
                }
                ranges.append(index..<end)
                index = end
            }
            number += 1
        }
        guard index == line.count else {
            throw PeriluneError(
                "codec.entry", "the line continues after the last field of the format",
                at: .init(line: 1, column: index + 1),
                hint: "name all fields: --as nginx --codec 'format=...'")
        }
    }

    private func expected(
        _ text: [UInt8], after ranges: [Range<Int>], _ index: Int
    ) -> PeriluneError {
        let before = ranges.isEmpty ? "at the beginning" : "after \(fields[ranges.count - 1])"
        let shown = String(decoding: text, as: UTF8.self)
        return PeriluneError(
            "codec.entry", "the line does not match this format: '\(shown)' is missing \(before)",
            at: .init(line: 1, column: index + 1))
    }

    private static func find(
        _ text: [UInt8], in line: Span<UInt8>, from start: Int, _ isQuoted: Bool
    ) -> Int? {
        var index = start
        while let found = line.firstIndex(of: text[0], from: index) {
            index = found + 1
            if isQuoted {
                // A quote after an odd number of backslashes belongs to the value.
                var slash = found
                while slash > start, line[slash - 1] == UInt8(ascii: "\\") { slash -= 1 }
                if !(found - slash).isMultiple(of: 2) { continue }
            }
            if text.count == 1 || line.has(text, at: found) { return found }
        }
        return nil
    }
}
