import PeriluneCore
import PeriluneFiles

extension CSVCodec: HintingCodec {
    func recognizes(_ start: [UInt8]) -> Bool {
        // The error for the header of a table with semicolons names the option.
        delimiters.contains { TableStart(start, $0, quote)?.hasNames == true }
    }

    func hint(for start: [UInt8]) -> String? {
        for delimiter in delimiters {
            guard let table = TableStart(start, delimiter, quote), table.isRegular else { continue }
            let option = delimiter == UInt8(ascii: ";") ? " --codec 'delimiter=;'" : ""
            let names = (1...min(table.columns, 3)).map { "NAME\($0)" }.joined(separator: ",")
            return
                "this looks like a table of \(table.columns) columns without a row of names: add --as \(name)\(option) --codec header=false --codec columns=\(names)\(table.columns > 3 ? ",…" : "")"
        }
        return nil
    }

    private var delimiters: [UInt8] {
        delimiter == UInt8(ascii: ",") ? [delimiter, UInt8(ascii: ";")] : [delimiter]
    }
}

/// The first rows of what may be a table: several columns, and as many in most of the rows.
struct TableStart {
    let columns: Int
    /// Whether the first row has names of columns.
    ///
    /// Without names, lines of text that have a comma each would be a table, such as those that begin with
    /// `2026-01-01 10:00:00,123`.
    private(set) var hasNames: Bool
    /// Whether all rows have the same number of values, none of which starts with a space, as in a sentence.
    let isRegular: Bool

    private static let mostRows = 10

    /// `nil` if it is not a table.
    init?(_ start: [UInt8], _ delimiter: UInt8, _ quote: UInt8) {
        var scanner = EntryScanner(.table(delimiter: delimiter, quote: quote, hasHeader: false))
        var rows: [[String]] = []
        var index = 0
        var mayHaveNames = false
        while rows.count < Self.mostRows {
            let found = unsafe start.withUnsafeBytes { unsafe scanner.next(in: $0, from: index) }
            guard let found else { break }
            index = found.end
            var row = Row()
            let entry = start[found.start..<found.end].trimmingLineEnd
            if entry.isEmpty { continue }
            guard (try? row.split(entry.span, delimiter, quote)) != nil else { return nil }
            if rows.isEmpty { mayHaveNames = row.hasNames(in: entry.span) }
            rows.append(row.texts(in: entry.span))
        }
        guard rows.count > 1, let first = rows.first, first.count > 1 else { return nil }
        let whole = rows.count { $0.count == first.count }
        guard whole > 1, whole * 2 >= rows.count else { return nil }
        guard delimiter == UInt8(ascii: "\t") || first.count > 2 || rows.count > 2 else {
            return nil
        }
        columns = first.count
        hasNames = mayHaveNames
        isRegular =
            first.count > 2 && whole == rows.count
            && rows.allSatisfy { $0.allSatisfy { $0.utf8.first != UInt8(ascii: " ") } }
        if hasNames { hasNames = !Self.isRowOfValues(first, of: rows.dropFirst()) }
    }

    /// Whether the first row has a value that occurs again in its column, or a number, a date or a time above others.
    private static func isRowOfValues(_ first: [String], of rows: ArraySlice<[String]>) -> Bool {
        // A header may be there again, where tables were joined.
        let others = rows.filter { $0 != first }
        return first.indices.contains { column in
            let text = first[column]
            guard !text.isEmpty else { return false }
            let below = others.compactMap { column < $0.count ? $0[column] : nil }
                .filter { !$0.isEmpty }
            if below.contains(text) { return true }
            guard let shape = shape(of: text), !isYear(text), !below.isEmpty else { return false }
            return below.allSatisfy { self.shape(of: $0) == shape }
        }
    }

    /// A column may be named after its year.
    private static func isYear(_ text: String) -> Bool {
        Int(text).map { (1900...2100).contains($0) } ?? false
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// `9-9-9` for a date, `9.9.9.9` for an address, `9` for any number; `nil` for other texts.
    private static func shape(of text: String) -> String? {
        guard text.utf8.count <= 40, text.utf8.contains(where: digits.contains) else {
            return nil
        }
        if Double(text) != nil { return "9" }
        var shape = ""
        for byte in text.utf8 {
            switch byte {
            case digits: if shape.last != "9" { shape.append("9") }
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "/"),
                UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "T"), UInt8(ascii: "Z"):
                shape.append(Character(Unicode.Scalar(byte)))
            default: return nil
            }
        }
        return shape
    }
}
