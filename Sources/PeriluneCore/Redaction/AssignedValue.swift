/// The value of an assignment in a text that is no link: `password = x`, `password: "x"`.
///
/// A value without quotes is one word. In prose a colon, and `=` behind an article, often stand before another
/// word: there a word without digits is no value.
enum AssignedValue {
    private static let articles: [SecretName] = ["the", "a", "an"]

    /// The `=` or `:` that follows spaces.
    static func sign(_ bytes: Span<UInt8>, from start: Int) -> EncodedByte? {
        guard let unit = JSONMember.next(bytes, from: start)?.unit else { return nil }
        return unit.byte == UInt8(ascii: "=") || unit.byte == UInt8(ascii: ":") ? unit : nil
    }

    /// Where the value behind the sign stands, without quotes.
    ///
    /// `previous` is the word before the name; `isQuoted` says whether the value ends with the string that it
    /// is in.
    static func value(
        _ bytes: Span<UInt8>, behind sign: EncodedByte, previous: SecretName, isQuoted: Bool
    ) -> (Int, Int)? {
        guard var first = JSONMember.next(bytes, from: sign.next) else { return nil }
        // `==` compares.
        if first.start == sign.next, first.unit.byte == UInt8(ascii: "=") {
            guard let second = JSONMember.next(bytes, from: first.unit.next) else { return nil }
            first = second
        }
        switch first.unit.byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return JSONMember.string(
                bytes, from: first.unit.next, level: first.unit.level, quote: first.unit.byte)
        case UInt8(ascii: "\\") where first.unit.next < bytes.count:
            let quote = EncodedByte(bytes, at: first.unit.next)
            guard quote.byte == UInt8(ascii: "\"") else { return nil }
            return JSONMember.escapedString(bytes, from: quote.next)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
        default:
            let isProse = sign.byte == UInt8(ascii: ":") || articles.contains(previous)
            return word(bytes, from: first.start, sign.level, isProse: isProse, isQuoted: isQuoted)
        }
    }

    private static func word(
        _ bytes: Span<UInt8>, from start: Int, _ level: Int, isProse: Bool, isQuoted: Bool
    ) -> (Int, Int)? {
        var index = start
        var hasDigit = false
        scanning: while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            switch unit.byte {
            case 0...0x20: break scanning
            case UInt8(ascii: "\"") where isQuoted: break scanning
            case UInt8(ascii: "&") where unit.level <= level: break scanning
            case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
            default: break
            }
            index = unit.next
        }
        return hasDigit || !isProse ? (start, index) : nil
    }
}
