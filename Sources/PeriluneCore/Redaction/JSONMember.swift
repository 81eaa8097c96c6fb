/// The value of a JSON member inside a text: `"password": "x"`, also in a string (`\"password\":\"x\"`) and in a link
/// (`%22password%22%3A%22x%22`).
enum JSONMember {
    /// The range of the value without quotes.
    ///
    /// `nil` if the name is not followed by a member, if the value is null, or if it is a table whose members are
    /// examined separately. `quote` is what follows the name: its closing quote, or the backslash before it.
    static func value(
        _ bytes: Span<UInt8>, behind quote: EncodedByte, _ lists: inout MemberListSearch
    ) -> (Int, Int)? {
        var quote = quote
        let isEscaped = quote.byte == UInt8(ascii: "\\")
        if isEscaped {
            guard let closing = Backslashes(bytes, from: quote).quote else { return nil }
            quote = closing
        }
        guard let colon = next(bytes, from: quote.next), colon.unit.byte == UInt8(ascii: ":"),
            let first = next(bytes, from: colon.unit.next)
        else { return nil }
        switch first.unit.byte {
        case UInt8(ascii: "\""):
            return string(bytes, from: first.unit.next, level: first.unit.level)
        case UInt8(ascii: "\\") where first.unit.next < bytes.count:
            let opening = Backslashes(bytes, at: first.start)
            if let quote = opening.quote {
                return escapedString(bytes, from: quote.next, depth: opening.quoteDepth)
            }
            return isEscaped ? nil : scalar(bytes, from: first.start)
        case UInt8(ascii: "["): return lists.content(bytes, behind: first.unit)
        case UInt8(ascii: "{"), UInt8(ascii: "n"): return nil
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            return YAMLBlock.range(bytes, behind: first.unit) ?? scalar(bytes, from: first.start)
        default: return scalar(bytes, from: first.start)
        }
    }

    /// Where the value of a pair stands whose name is a string: `{"name": "DB_PASSWORD", "value": "x"}`.
    ///
    /// `quote` is the closing quote of the name.
    static func valueOfPair(
        _ bytes: Span<UInt8>, behind quote: EncodedByte, _ lists: inout MemberListSearch
    ) -> (Int, Int)? {
        guard let comma = next(bytes, from: quote.next), comma.unit.byte == UInt8(ascii: ","),
            let opening = next(bytes, from: comma.unit.next), opening.unit.byte == quote.byte,
            opening.unit.level <= EncodedByte.deepestLevel
        else { return nil }
        let (start, end) = string(
            bytes, from: opening.unit.next, level: opening.unit.level, quote: quote.byte)
        guard end < bytes.count, SecretName(bytes.extracting(start..<end)) == "value" else {
            return nil
        }
        return value(bytes, behind: EncodedByte(bytes, at: end), &lists)
    }

    /// The next character that is neither a space nor a tab.
    static func next(
        _ bytes: Span<UInt8>, from start: Int
    ) -> (start: Int, unit: EncodedByte)? {
        var index = start
        while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            guard unit.byte == UInt8(ascii: " ") || unit.byte == 0x09 else {
                return (index, unit)
            }
            index = unit.next
        }
        return nil
    }

    /// The range of a string, up to a quote that is not escaped.
    static func string(
        _ bytes: Span<UInt8>, from start: Int, level: Int, quote: UInt8 = UInt8(ascii: "\"")
    ) -> (Int, Int) {
        var index = start
        while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            if unit.byte == quote, unit.level <= level { break }
            index = unit.next
            if unit.byte == UInt8(ascii: "\\"), index < bytes.count {
                index = EncodedByte(bytes, at: index).next
            }
        }
        return (start, index)
    }

    /// The range of a string within `depth` others; see ``Backslashes``.
    static func escapedString(_ bytes: Span<UInt8>, from start: Int, depth: Int) -> (Int, Int) {
        var index = start
        while index < bytes.count {
            let run = Backslashes(bytes, at: index)
            guard let quote = run.quote else {
                index = run.count > 0 ? run.end : EncodedByte(bytes, at: index).next
                continue
            }
            if run.quoteDepth <= depth {
                // The last backslashes belong to the quote, the others to the value.
                for _ in 0..<run.count - (1 << run.quoteDepth - 1) {
                    index = EncodedByte(bytes, at: index).next
                }
                break
            }
            index = quote.next
        }
        return (start, index)
    }

    private static func scalar(_ bytes: Span<UInt8>, from start: Int) -> (Int, Int) {
        var index = start
        scanning: while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            switch unit.byte {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""),
                UInt8(ascii: "&"), 0...0x20:
                break scanning
            default: index = unit.next
            }
        }
        return (start, index)
    }
}
