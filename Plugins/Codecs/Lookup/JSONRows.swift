import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// Reads a lookup of JSON: an object per line, or the elements of an array.
struct JSONRows {
    private(set) var contents: LookupTable.Contents

    init(_ options: LookupOptions) throws(PeriluneError) {
        let bytes = try options.read()
        contents = .init(bytes: bytes)
        let start = Array(bytes.prefix(LogSource.startSize))
        var scanner = EntryScanner(JSONCodec().framing(of: start))
        let document = JSONDocument()
        var offset = 0
        while let found = bytes.next(&scanner, from: offset) {
            offset = found.end
            let range = bytes[found.start..<found.end].trimmingLineEnd.indices
            if range.isEmpty { continue }
            if offset == range.upperBound + 1, contents.index.rows.isEmpty {
                contents.index.reserve(bytes.count / (2 * Swift.max(range.count, 16)))
            }
            do throws(PeriluneError) {
                try document.read(bytes.span.extracting(range))
                let key = try Self.key(document, options)
                try options.add(key.span, range, to: &contents)
            } catch {
                throw options.failure(error, in: bytes, at: found.start)
            }
        }
        guard scanner.isComplete else {
            throw options.failure(
                "lookup.row", PeriluneError("lookup.row", "the array is not closed"))
        }
    }

    private static func key(
        _ document: JSONDocument, _ options: LookupOptions
    ) throws(PeriluneError) -> [UInt8] {
        guard document.kind(document.root) == .object else {
            throw PeriluneError("lookup.row", "the row is JSON but not an object")
        }
        guard let node = document.member(options.key, of: document.root) else {
            throw PeriluneError("lookup.key", "the row has no member '\(options.key)'")
        }
        var bytes: [UInt8] = []
        switch document.kind(node) {
        case .string:
            document.withEscaped(node) { text in
                if text.firstIndex(of: UInt8(ascii: "\\"), from: 0) == nil {
                    bytes.append(copying: text)
                } else {
                    bytes = Array((document.string(node) ?? "").utf8)
                }
            }
        case .number:
            document.append(node, to: &bytes)
            guard let key = LookupKey.bytes(of: try Value(json: bytes)) else { fallthrough }
            bytes = key
        default:
            throw PeriluneError(
                "lookup.key", "the value of '\(options.key)' must be a string or a number")
        }
        return bytes
    }
}

/// Keys of rows as text, so that the number 17 and the string "17" are the same.
enum LookupKey {
    /// The bytes of a value as a key; `nil` if it cannot be one.
    static func bytes(of value: Value) -> [UInt8]? {
        switch value {
        case .string(let text): Array(text.utf8)
        case .integer(let number): Array(String(number).utf8)
        case .number(let number):
            Int64(exactly: number).map { Array(String($0).utf8) } ?? Array("\(number)".utf8)
        default: nil
        }
    }
}
