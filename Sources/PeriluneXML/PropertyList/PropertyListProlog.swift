import PeriluneCore

/// The part of a property list before the root element, which contains the document type.
enum PropertyListProlog {
    /// Returns the document with `<!DOCTYPE plist PUBLIC "…" "…">` replaced by spaces, so that positions stay the
    /// same.
    ///
    /// Any other document type, above all one with declarations in `[…]`, is kept, so that the parser refuses it.
    static func blankingDocumentType(of document: [UInt8]) -> [UInt8] {
        guard let range = documentType(in: document) else { return document }
        var document = document
        for index in range where document[index] != UInt8(ascii: "\n") {
            document[index] = UInt8(ascii: " ")
        }
        return document
    }

    private static func documentType(in document: [UInt8]) -> Range<Int>? {
        var rest = document[...]
        while true {
            rest = rest.drop(while: isSpace)
            if rest.starts(with: "<?".utf8), let end = rest.firstRange(of: "?>".utf8) {
                rest = rest[end.upperBound...]
            } else if rest.starts(with: "<!--".utf8),
                let end = rest.dropFirst(4).firstRange(of: "-->".utf8)
            {
                rest = rest[end.upperBound...]
            } else {
                break
            }
        }
        let start = rest.startIndex
        guard skip("<!DOCTYPE", in: &rest), isSpace(rest.first), skip("plist", in: &rest) else {
            return nil
        }
        let literals: Int
        if skip("PUBLIC", in: &rest) {
            literals = 2
        } else if skip("SYSTEM", in: &rest) {
            literals = 1
        } else {
            literals = 0
        }
        for _ in 0..<literals { guard skipLiteral(in: &rest) else { return nil } }
        return skip(">", in: &rest) ? start..<rest.startIndex : nil
    }

    private static func skip(_ text: String, in rest: inout ArraySlice<UInt8>) -> Bool {
        let trimmed = rest.drop(while: isSpace)
        guard trimmed.starts(with: text.utf8) else { return false }
        rest = trimmed.dropFirst(text.utf8.count)
        return true
    }

    private static func skipLiteral(in rest: inout ArraySlice<UInt8>) -> Bool {
        rest = rest.drop(while: isSpace)
        guard let quote = rest.first,
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = rest.dropFirst().firstIndex(of: quote)
        else { return false }
        rest = rest[(end + 1)...]
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func isSpace(_ byte: UInt8?) -> Bool { byte.map { isSpace($0) } ?? false }
}
