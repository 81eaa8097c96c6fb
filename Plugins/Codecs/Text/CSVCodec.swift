import PeriluneCore
import PeriluneFiles

/// Tables as text: values separated by commas or tabs, as RFC 4180 describes them.
struct CSVCodec: ConfigurableCodec {
    let name: String
    let summary: String
    var delimiter: UInt8
    var quote: UInt8 = UInt8(ascii: "\"")
    var hasHeader = true
    var columns: [String] = []
    var typed: [String] = []
    var envelope = EnvelopeOptions(type: [Template(constant: "entry.csv")])

    /// Means no quotes: a byte that does not occur in UTF-8.
    private static let noQuote: UInt8 = 0xFF
    private static let columnsHint = "name the columns with the option columns"

    static let comma = CSVCodec(
        name: "csv", summary: "CSV with a header",
        delimiter: UInt8(ascii: ","))
    static let tab = CSVCodec(
        name: "tsv", summary: "a table with tabs and a header", delimiter: UInt8(ascii: "\t"))

    var schema: SettingsSchema {
        SettingsSchema(
            EnvelopeOptions.fields(type: "entry.csv") + [
                .init("delimiter", .text, "The character between values, or `tab`."),
                .init("quote", .text, "The quotation mark, or `none`; `\"` by default."),
                .init(
                    "header", .flag,
                    "Whether the first row has the names of the columns; true by default."),
                .init(
                    "columns", .texts, "The names of the columns; they replace those of the header."
                ),
                .init(
                    "types", .texts,
                    "Columns in which numbers, true and false are converted, and empty values become null; `*` for all columns. By default, all values are strings."
                ),
            ])
    }

    func configured(_ settings: Settings) throws(PeriluneError) -> any Codec {
        var codec = self
        codec.envelope = try envelope.with(settings)
        func byte(_ name: String, _ word: String, _ value: UInt8) throws(PeriluneError) -> UInt8? {
            guard let text = try settings.text(name) else { return nil }
            if text == word { return value }
            let bytes = Array(text.utf8)
            guard bytes.count == 1, bytes[0] < 0x80, bytes[0] != 0x0A, bytes[0] != 0x0D else {
                throw settings.error(at: name, "must be one ASCII character, or \(word)")
            }
            return bytes[0]
        }
        codec.delimiter = try byte("delimiter", "tab", UInt8(ascii: "\t")) ?? delimiter
        codec.quote = try byte("quote", "none", Self.noQuote) ?? quote
        if codec.quote == codec.delimiter {
            throw settings.error(at: "quote", "must differ from the delimiter")
        }
        codec.hasHeader = try settings.flag("header") ?? hasHeader
        codec.columns = try settings.texts("columns")
        codec.typed = try settings.texts("types")
        if !codec.hasHeader, codec.columns.isEmpty {
            throw settings.error(
                at: "columns", "is missing",
                hint: "a table without a header needs names for its columns")
        }
        return codec
    }

    func framing(of start: [UInt8]) -> EntryFraming {
        .table(delimiter: delimiter, quote: quote, hasHeader: hasHeader)
    }

    func decoder(for log: LogHead) throws(PeriluneError) -> (any EntryDecoder)? {
        var names = columns
        if names.isEmpty { names = try header(of: log) }
        let place = PeriluneError.Place(file: log.name, line: 1)
        var known: Set<ByteString> = []
        if let repeated = names.first(where: { !known.insert(ByteString($0)).inserted }) {
            throw PeriluneError(
                "codec.header", "two columns have the name '\(repeated)'", at: place,
                hint: Self.columnsHint)
        }
        let writer = EnvelopeWriter(envelope, log)
        var named = typed.filter { $0 != "*" }.map { (name: $0, by: "types") }
        named += writer.paths.map { path in
            let option = envelope.named.last { $0.paths.contains(path) }?.option
            return (name: path.description, by: option ?? "of an attribute")
        }
        for column in named where !names.contains(column.name) {
            throw PeriluneError(
                "codec.header",
                "there is no column '\(column.name)', which the option \(column.by) names",
                at: place, hint: Self.hint(for: column.name, in: names))
        }
        return CSVDecoder(self, names, writer)
    }

    private static func hint(for column: String, in names: [String]) -> String? {
        let data = "data."
        if column.hasPrefix(data), names.contains(String(column.dropFirst(data.count))) {
            return "options of a codec name columns without '\(data)'"
        }
        return NearestName.hint(for: column, in: names)
            ?? "columns: \(names.prefix(12).joined(separator: ", "))\(names.count > 12 ? ", …" : "")"
    }

    /// The names in the first row.
    private func header(of log: LogHead) throws(PeriluneError) -> [String] {
        var scanner = EntryScanner(framing(of: log.start))
        let found = unsafe log.start.withUnsafeBytes { bytes in
            unsafe scanner.next(in: bytes, from: 0) ?? scanner.rest(in: bytes, from: 0)
        }
        let place = PeriluneError.Place(file: log.name, line: 1)
        guard let found else {
            throw PeriluneError(
                "codec.header", "the log has no header", at: place,
                hint: Self.columnsHint)
        }
        guard log.start.count < LogSource.startSize || found.end < log.start.count else {
            throw PeriluneError(
                "codec.header", "the header is longer than \(LogSource.startSize) bytes", at: place,
                hint: "check whether a quote in the first line is not closed")
        }
        var row = Row()
        let entry = log.start[found.start..<found.end].trimmingLineEnd
        do throws(PeriluneError) {
            try row.split(entry.span, delimiter, quote)
            try check(entry, columns: row.parts.count, at: place)
            return try row.names(in: entry.span)
        } catch {
            var error = error
            error.place.file = log.name
            if error.code == "codec.header" {
                error.hint = error.hint ?? Self.columnsHint
            }
            throw error
        }
    }

    /// Refuses a header that has other line ends, or one column because it has another delimiter.
    private func check(
        _ header: ArraySlice<UInt8>, columns: Int, at place: PeriluneError.Place
    ) throws(PeriluneError) {
        var isQuoted = false
        let endsLines = header.contains { byte in
            if byte == quote { isQuoted.toggle() }
            return byte == 0x0D && !isQuoted
        }
        if endsLines {
            throw PeriluneError(
                "codec.header", "the lines of the log end with a carriage return alone", at: place,
                hint: "convert the log: tr '\\r' '\\n'")
        }
        guard columns == 1, header.first != quote,
            let other = Self.delimiters.first(where: { header.contains($0.byte) })
        else { return }
        throw PeriluneError(
            "codec.header", "the header has one column, but contains \(other.name)", at: place,
            hint:
                "add --codec 'delimiter=\(other.option)'; a table with one column needs the option columns"
        )
    }

    /// Delimiters that other programs write.
    private static let delimiters: [(byte: UInt8, name: String, option: String)] = [
        (UInt8(ascii: ","), "a comma", ","), (UInt8(ascii: ";"), "a semicolon", ";"),
        (UInt8(ascii: "\t"), "a tab", "tab"), (UInt8(ascii: "|"), "a vertical bar", "|"),
    ]
}

extension ArraySlice<UInt8> {
    /// Without the line end.
    var trimmingLineEnd: ArraySlice<UInt8> {
        var slice = self
        if slice.last == 0x0A { slice = slice.dropLast() }
        if slice.last == 0x0D { slice = slice.dropLast() }
        return slice
    }
}
