/// A minimal scanner for SQL that finds the end of a statement.
struct SQLText {
    /// The statement without what follows its end.
    private(set) var statement = ""
    /// Whether another statement follows.
    private(set) var hasMore = false
    /// Whether its rows are ordered, other than in a subquery.
    private(set) var isOrdered = false
    /// Whether a text, a name or a comment has no end.
    private(set) var isOpen = false

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var end = bytes.count
        var depth = 0
        var index = 0
        var word: [UInt8] = []
        var lastWord: [UInt8] = []
        func finishWord() {
            guard !word.isEmpty else { return }
            if depth == 0, word == Array("by".utf8), lastWord == Array("order".utf8) {
                isOrdered = true
            }
            (lastWord, word) = (word, [])
        }
        while index < bytes.count {
            let byte = bytes[index]
            if Self.isWord(byte) {
                if end < bytes.count { hasMore = true }
                word.append(byte | 0x20)
                index += 1
                continue
            }
            finishWord()
            if let closing = Self.skip(bytes, index) {
                if end < bytes.count, !closing.isComment { hasMore = true }
                if closing.end == nil { isOpen = true }
                index = closing.end ?? bytes.count
                continue
            }
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: ";") where end == bytes.count: end = index
            case UInt8(ascii: ";"), 0x20, 0x09, 0x0A, 0x0D: break
            default: if end < bytes.count { hasMore = true }
            }
            index += 1
        }
        finishWord()
        statement = String(decoding: bytes[..<end], as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
            || byte >= 0x80
    }

    /// The end of the text, name or comment that begins here; `nil` if none does.
    private static func skip(_ bytes: [UInt8], _ start: Int) -> (end: Int?, isComment: Bool)? {
        let next = start + 1 < bytes.count ? bytes[start + 1] : 0
        switch (bytes[start], next) {
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
            let line = bytes[start...].firstIndex(of: 0x0A)
            return (line.map { $0 + 1 } ?? bytes.count, true)
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
            var index = start + 2
            while index + 1 < bytes.count {
                if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
                    return (index + 2, true)
                }
                index += 1
            }
            return (nil, true)
        case (let quote, _)
        where [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`")].contains(quote):
            // A doubled quote ends one text and begins the next, which comes to the same.
            let end = bytes[(start + 1)...].firstIndex(of: quote)
            return (end.map { $0 + 1 }, false)
        case (UInt8(ascii: "["), _):
            let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "]"))
            return (end.map { $0 + 1 }, false)
        default: return nil
        }
    }
}
