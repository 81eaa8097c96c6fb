import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// Reads a lookup of CSV: a header, then rows.
struct CSVRows {
    static let quote = UInt8(ascii: "\"")

    private(set) var contents: LookupTable.Contents

    init(_ options: LookupOptions) throws(PeriluneError) {
        let bytes = try options.read()
        contents = .init(bytes: bytes, delimiter: options.delimiter)
        try Self.checkUTF8(bytes, options)
        var scanner = EntryScanner(
            .table(delimiter: options.delimiter, quote: Self.quote, hasHeader: true))
        var key = 0
        var columns = 0
        var row = Row()
        var offset = 0
        while let found = bytes.next(&scanner, from: offset) {
            offset = found.end
            let range = bytes[found.start..<found.end].trimmingLineEnd.indices
            if range.isEmpty { continue }
            let entry = bytes.span.extracting(range)
            do throws(PeriluneError) {
                try row.split(entry, options.delimiter, Self.quote)
                if columns == 0 {
                    let names = try row.names(in: entry)
                    guard let number = names.firstIndex(of: options.key) else {
                        let hasRows = bytes[found.end...].contains { $0 > UInt8(ascii: " ") }
                        throw options.missingKey(names, hasRows: hasRows)
                    }
                    (key, columns) = (number, names.count)
                    contents.names = Self.prefixes(names)
                    contents.index.reserve(bytes.count / (2 * Swift.max(range.count, 16)))
                    continue
                }
                guard row.parts.count == columns else {
                    throw row.columnCountError(columns, in: entry)
                }
                var failure: PeriluneError?
                row.withText(row.parts[key], of: entry) { text in
                    do throws(PeriluneError) {
                        try options.add(text, range, to: &contents)
                    } catch {
                        failure = error
                    }
                }
                if let failure { throw failure }
            } catch {
                throw options.failure(error, in: bytes, at: found.start)
            }
        }
        guard columns > 0 else {
            throw options.failure(
                "lookup.row", PeriluneError("lookup.row", "the file has no header"))
        }
    }

    private static func checkUTF8(
        _ bytes: [UInt8], _ options: LookupOptions
    ) throws(PeriluneError) {
        guard let offset = bytes.offsetOfInvalidUTF8 else { return }
        throw options.failure(
            "lookup.row",
            PeriluneError(
                "lookup.row", "the row is not UTF-8", at: .init(offset: offset, in: bytes.span),
                hint: "convert the file, for example: iconv -f LATIN1 -t UTF-8"))
    }

    /// The texts written before values: `{"first":` and `,"second":`.
    private static func prefixes(_ names: [String]) -> [[UInt8]] {
        names.enumerated().map { number, name in
            Array((number == 0 ? "{\"" : ",\"").utf8) + name.escaped + Array("\":".utf8)
        }
    }
}

extension [UInt8] {
    /// The entry after an index, also one without an end.
    func next(_ scanner: inout EntryScanner, from index: Int) -> EntryScanner.Found? {
        unsafe withUnsafeBytes { bytes in
            unsafe scanner.next(in: bytes, from: index) ?? scanner.rest(in: bytes, from: index)
        }
    }
}
