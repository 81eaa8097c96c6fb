/// The value of an assignment in plain text: `password = x`, `password: "x"`.
///
/// A value without quotes is one word. In prose, a colon, or `=` after an article, is often followed by an ordinary
/// word: there, a word without digits is not a value, except after `password:`.
enum AssignedValue {
    private static let articles: [SecretName] = ["the", "a", "an"]
    /// Words that follow `password:` in messages and are not passwords.
    private static let ordinary: [SecretName] = [
        "the", "a", "an", "is", "must", "not", "no", "try", "required", "missing", "invalid",
        "wrong", "incorrect", "expired", "empty", "unknown", "optional", "string", "hidden",
        "neither",
    ]

    /// Further words that follow `--password` in messages and are not passwords.
    private static let ordinaryBehindOption: [SecretName] = [
        "or", "and", "for", "to", "in", "on", "of", "if", "as", "with", "without", "from", "has",
        "needs", "takes",
        "cannot", "option", "options", "instead", "was", "are", "argument", "value", "flag", "when",
        "at", "by", "but",
        "once", "before", "can", "may", "should", "will", "does", "contains", "requires", "which",
        "that", "then",
    ]

    /// The length from which a word is not prose, in bytes.
    private static let longestWord = 4096

    /// Skips spaces and returns the `=` or `:`, or the end of `->`; `nil` if there is none.
    static func sign(_ bytes: Span<UInt8>, from start: Int) -> EncodedByte? {
        guard let unit = JSONMember.next(bytes, from: start)?.unit else { return nil }
        if unit.byte == UInt8(ascii: "-"), unit.next < bytes.count {
            let head = EncodedByte(bytes, at: unit.next)
            return head.byte == UInt8(ascii: ">") ? head : nil
        }
        return unit.byte == UInt8(ascii: "=") || unit.byte == UInt8(ascii: ":") ? unit : nil
    }

    /// The range of the value after the sign, without quotes.
    ///
    /// `previous` is the word before the name; `isQuoted` says whether the value ends with the string that contains
    /// it.
    static func value(
        _ bytes: Span<UInt8>, behind sign: EncodedByte, of name: SecretName, previous: SecretName,
        isQuoted: Bool, _ searches: inout Searches
    ) -> (Int, Int)? {
        guard var first = JSONMember.next(bytes, from: sign.next) else { return nil }
        // `==` is a comparison, and `=>` follows a key.
        if first.start == sign.next, sign.byte == UInt8(ascii: "="),
            first.unit.byte == UInt8(ascii: "=") || first.unit.byte == UInt8(ascii: ">")
        {
            guard let second = JSONMember.next(bytes, from: first.unit.next) else { return nil }
            first = second
        }
        // `:=` assigns as well.
        var sign = sign
        if first.start == sign.next, sign.byte == UInt8(ascii: ":"),
            first.unit.byte == UInt8(ascii: "=")
        {
            sign = first.unit
            guard let second = JSONMember.next(bytes, from: sign.next) else { return nil }
            first = second
        }
        switch first.unit.byte {
        case UInt8(ascii: "!"), UInt8(ascii: "&"):
            // A tag or an anchor of YAML: `password: !!str |`; it may also be the value.
            if sign.byte == UInt8(ascii: ":"),
                let block = YAMLBlock.range(bytes, behindProperty: first.start)
            {
                return block
            }
            return word(
                bytes, from: first.start, sign.level,
                isProse: !SecretNames.isPassword(name), isQuoted: isQuoted, &searches.words)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            if let text = tripled(bytes, quote: first.unit.byte, at: first.start) { return text }
            return JSONMember.string(
                bytes, from: first.unit.next, level: first.unit.level, quote: first.unit.byte)
        case UInt8(ascii: "\\") where first.unit.next < bytes.count:
            let opening = Backslashes(bytes, at: first.start)
            guard let quote = opening.quote else { return nil }
            return JSONMember.escapedString(bytes, from: quote.next, depth: opening.quoteDepth)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return bracketed(bytes, behind: first.unit, of: name, &searches)
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            if sign.byte == UInt8(ascii: ":"),
                let block = YAMLBlock.range(bytes, behind: first.unit)
            {
                return block
            }
            fallthrough
        default:
            let isWeak = sign.byte != UInt8(ascii: "=")
            var isProse = isWeak || articles.contains(previous)
            if SecretNames.isPassword(name), isWeak {
                isProse = ordinary.contains(letters(bytes, from: first.start))
            }
            return word(
                bytes, from: first.start, sign.level, isProse: isProse, isQuoted: isQuoted,
                &searches.words)
        }
    }

    /// The range of a text between three quotes, as TOML and Python write one of several lines.
    private static func tripled(_ bytes: Span<UInt8>, quote: UInt8, at start: Int) -> (Int, Int)? {
        func isMark(_ index: Int) -> Bool {
            index + 2 < bytes.count && bytes[index] == quote && bytes[index + 1] == quote
                && bytes[index + 2] == quote
        }
        guard isMark(start) else { return nil }
        var index = start + 3
        while index < bytes.count, !isMark(index) { index += 1 }
        return (start + 3, index)
    }

    /// The range of a value in brackets: `[x]`, `{x}`, `[[x]]`, `["x", "y"]`.
    ///
    /// In braces, the value is one word, since the members of a table are examined separately. `nil` for code, a
    /// placeholder of another name, or prose.
    private static func bracketed(
        _ bytes: Span<UInt8>, behind opening: EncodedByte, of name: SecretName,
        _ searches: inout Searches
    ) -> (Int, Int)? {
        var start = opening.next
        while start < bytes.count {
            let unit = EncodedByte(bytes, at: start)
            guard unit.byte == opening.byte || unit.byte == UInt8(ascii: " ") else { break }
            start = unit.next
        }
        let found =
            opening.byte == UInt8(ascii: "[")
            ? searches.lists.content(bytes, from: start) : braced(bytes, from: start)
        guard let (end, hasDigit) = found, end > start else { return nil }
        let first = bytes[start] == UInt8(ascii: "\"") ? start + 1 : start
        let isProse =
            !SecretNames.isPassword(name) || ordinary.contains(letters(bytes, from: first))
        return hasDigit || !isProse ? (start, end) : nil
    }

    /// The end of the word before `}`, and whether it has digits.
    private static func braced(
        _ bytes: Span<UInt8>, from start: Int
    ) -> (end: Int, hasDigit: Bool)? {
        var (index, end) = (start, start)
        var hasDigit = false
        while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            switch unit.byte {
            case UInt8(ascii: "}"): return (end, hasDigit)
            case 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "\""),
                UInt8(ascii: "'"), UInt8(ascii: ","):
                return nil
            case UInt8(ascii: " "):
                index = unit.next
                continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
            default: break
            }
            // After a space, only a bracket may follow.
            if end != index, end > start { return nil }
            index = unit.next
            end = index
        }
        return nil
    }

    /// Where the value of a member in Lua stands, whose name `quote` ends: `["password"] = "x"`.
    static func value(
        _ bytes: Span<UInt8>, behindMember quote: EncodedByte, of name: SecretName, isQuoted: Bool,
        _ searches: inout Searches
    ) -> (Int, Int)? {
        guard let bracket = JSONMember.next(bytes, from: quote.next),
            bracket.unit.byte == UInt8(ascii: "]"), let sign = sign(bytes, from: bracket.unit.next)
        else { return nil }
        return value(
            bytes, behind: sign, of: name, previous: SecretName(), isQuoted: isQuoted, &searches)
    }

    /// The range of the value of an option after a space: `--password x`, `--token "x"`.
    ///
    /// In prose and usage messages, what follows is not a value: another option, a placeholder, a variable, or, after
    /// names other than passwords, a word without digits.
    static func ofOption(
        _ bytes: Span<UInt8>, from start: Int, of name: SecretName, isQuoted: Bool,
        _ searches: inout Searches
    ) -> (Int, Int)? {
        guard let first = JSONMember.next(bytes, from: start) else { return nil }
        switch first.unit.byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return JSONMember.string(
                bytes, from: first.unit.next, level: first.unit.level, quote: first.unit.byte)
        case UInt8(ascii: "-"), UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "{"),
            UInt8(ascii: "("), UInt8(ascii: "|"), UInt8(ascii: "$"), UInt8(ascii: "="),
            UInt8(ascii: ":"):
            return nil
        default:
            let word = letters(bytes, from: first.start)
            let isProse =
                !SecretNames.isPassword(name) || ordinary.contains(word)
                || ordinaryBehindOption.contains(word) || isPlaceholder(bytes, from: first.start)
            return Self.word(
                bytes, from: first.start, 0, isProse: isProse, isQuoted: isQuoted, &searches.words)
        }
    }

    /// The range of the value after `->` without spaces.
    ///
    /// A word without digits is code there: `user->password->hash`.
    static func behindArrow(
        _ bytes: Span<UInt8>, from start: Int, isQuoted: Bool, _ searches: inout Searches
    ) -> (Int, Int)? {
        guard start < bytes.count else { return nil }
        if bytes[start] == UInt8(ascii: "'") || bytes[start] == UInt8(ascii: "\"") {
            return JSONMember.string(bytes, from: start + 1, level: 0, quote: bytes[start])
        }
        return word(
            bytes, from: start, 0, isProse: true, isQuoted: isQuoted, &searches.words)
    }

    /// Whether a word is a placeholder as in usage messages: `PASSWORD`, `FILE`.
    private static func isPlaceholder(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): continue
            case 0...0x20, UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ","): return true
            default: return false
            }
        }
        return true
    }

    /// The letters at the beginning of a word.
    private static func letters(_ bytes: Span<UInt8>, from start: Int) -> SecretName {
        var word = SecretName()
        var index = start
        while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(unit.byte | 0x20) else { break }
            word.append(unit.byte)
            index = unit.next
        }
        return word
    }

    private static func word(
        _ bytes: Span<UInt8>, from start: Int, _ level: Int, isProse: Bool, isQuoted: Bool,
        _ words: inout LevelSearch
    ) -> (Int, Int)? {
        if let known = words.result(at: start, level: level) {
            return isProse ? nil : (start, known.searched.upperBound)
        }
        var index = start
        var hasDigit = false
        scanning: while index < bytes.count {
            if index - start > longestWord { hasDigit = true }
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
        if hasDigit || !isProse { return (start, index) }
        words.remember(start..<index, level: level)
        return nil
    }
}
