import PeriluneCore
import PeriluneJSON

/// Reads comma-separated values as defined in RFC 4180: a header, then rows with the same number of fields.
///
/// A header without commas may have semicolons or tabs instead, as written by spreadsheets; blank lines at the end
/// are ignored.
///
/// An empty field is null, `""` an empty text. A column has numbers if all its unquoted fields are numbers; codes
/// such as `"007"` stay texts.
struct CSVReader {
    private let bytes: [UInt8]
    private let file: String?
    private var at = 0
    private var line = 1
    private var lineStart = 0
    private var separator = UInt8(ascii: ",")

    private enum Field {
        case null
        case number(Double)
        case text(String)
    }

    init(_ bytes: [UInt8], file: String?) {
        var bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        while bytes.last == 0x0A { bytes.removeLast(bytes.suffix(2) == [0x0D, 0x0A] ? 2 : 1) }
        self.bytes = bytes
        self.file = file
    }

    mutating func table(
        of query: String, limits: QueryLimits
    ) throws(PeriluneError) -> Table {
        try validate()
        guard !bytes.isEmpty else {
            throw failure(
                "csv.header", "the file is empty", at: 0,
                hint: "its first line must name the columns")
        }
        separator = Self.separator(of: bytes)
        let names = try header()
        var builder = TableBuilder(columns: names, of: query, limits: limits)
        while at < bytes.count {
            do throws(PeriluneError) {
                try builder.beginRow()
            } catch {
                var error = error
                error.place = .init(file: file, line: line, column: 1)
                throw error
            }
            for column in names.indices {
                switch try field() {
                case .null: builder.appendNull(to: column)
                case .number(let number): builder.append(number, to: column)
                case .text(let text): builder.append(text, to: column)
                }
                try endField(column, of: names.count)
            }
        }
        return builder.table()
    }

    private func validate() throws(PeriluneError) {
        guard let offset = bytes.offsetOfInvalidUTF8 else { return }
        var place = PeriluneError.Place(offset: offset, in: bytes.span)
        place.file = file
        throw PeriluneError(
            "csv.encoding", "the file is not UTF-8", at: place, hint: "save it as UTF-8")
    }

    /// The separator in the first line outside of quotes: a comma if there is one, else the first semicolon or tab.
    private static func separator(of bytes: [UInt8]) -> UInt8 {
        var isQuoted = false
        var found = UInt8(ascii: ",")
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case 0x0A where !isQuoted, 0x0D where !isQuoted: return found
            case UInt8(ascii: ",") where !isQuoted: return byte
            case UInt8(ascii: ";") where !isQuoted, 0x09 where !isQuoted:
                if found == UInt8(ascii: ",") { found = byte }
            default: break
            }
        }
        return found
    }

    private mutating func header() throws(PeriluneError) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        while true {
            let start = at
            let field = try field()
            let name = text(field, from: start)
            guard !name.isEmpty else {
                throw failure(
                    "csv.header", "column \(names.count + 1) has no name", at: start,
                    hint: "write a name into the first line"
                        + (names.isEmpty ? ", such as 'row' for the number of the row" : ""))
            }
            guard known.insert(name).inserted else {
                throw failure(
                    "csv.header", "duplicate column \(name.prefix(80))", at: start,
                    hint: "give each column a name of its own")
            }
            names.append(name)
            guard at < bytes.count, bytes[at] == separator else { break }
            at += 1
        }
        try endLine()
        return names
    }

    /// A name of digits is still a name.
    private func text(_ field: Field, from start: Int) -> String {
        switch field {
        case .null: ""
        case .number: String(decoding: bytes[start..<at], as: UTF8.self)
        case .text(let text): text
        }
    }

    private mutating func field() throws(PeriluneError) -> Field {
        if at < bytes.count, bytes[at] == UInt8(ascii: "\"") { return .text(try quotedField()) }
        let start = at
        while at < bytes.count, ![separator, 0x0A, 0x0D].contains(bytes[at]) {
            guard bytes[at] != UInt8(ascii: "\"") else {
                throw failure(
                    "csv.quote", "unexpected quote inside a field", at: at,
                    hint: "put the whole field in quotes and double the quote")
            }
            at += 1
        }
        guard at > start else { return .null }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        return PlainNumber.value(text).map { .number($0) } ?? .text(text)
    }

    private mutating func quotedField() throws(PeriluneError) -> String {
        let start = at
        let place = (line, lineStart)
        at += 1
        var text: [UInt8] = []
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if byte == UInt8(ascii: "\"") {
                guard at < bytes.count, bytes[at] == byte else {
                    return String(decoding: text, as: UTF8.self)
                }
                at += 1
            }
            text.append(byte)
            if byte == 0x0A {
                line += 1
                lineStart = at
            }
        }
        (line, lineStart) = place
        throw failure(
            "csv.quote", "unclosed quoted field", at: start,
            hint: "end the field with a quote; double a quote within it")
    }

    /// The comma or line end that follows a field.
    private mutating func endField(_ column: Int, of count: Int) throws(PeriluneError) {
        guard column + 1 < count else { return try endLine() }
        guard at < bytes.count, bytes[at] == separator else {
            try expectLineEnd()
            throw failure(
                "csv.fields", "the row has \(column + 1) fields, but the header has \(count)",
                at: at)
        }
        at += 1
    }

    private mutating func endLine() throws(PeriluneError) {
        if at < bytes.count, bytes[at] == separator {
            throw failure(
                "csv.fields", "the row has more fields than the header", at: at,
                hint: "put a field that contains the separator in quotes")
        }
        try expectLineEnd()
        guard at < bytes.count else { return }
        at += bytes[at] == 0x0D ? 2 : 1
        line += 1
        lineStart = at
    }

    private func expectLineEnd() throws(PeriluneError) {
        guard at < bytes.count else { return }
        let isEnd =
            bytes[at] == 0x0A
            || (bytes[at] == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A)
        guard isEnd else {
            let isReturn = bytes[at] == 0x0D
            throw failure(
                isReturn ? "csv.line" : "csv.quote",
                isReturn
                    ? "carriage return without a line feed"
                    : "unexpected text after a quoted field",
                at: at)
        }
    }

    private func failure(
        _ code: PeriluneError.Code, _ message: String, at offset: Int, hint: String? = nil
    ) -> PeriluneError {
        let rest = bytes[lineStart...].prefix(501).prefix { $0 != 0x0A && $0 != 0x0D }
        return PeriluneError(
            code, message,
            at: .init(
                file: file, line: line, column: offset - lineStart + 1,
                sourceLine: (1...500).contains(rest.count)
                    ? String(decoding: rest, as: UTF8.self) : nil),
            hint: hint)
    }
}
