/// Functions of texts.
///
/// Positions count characters, from 1.
enum TextFunctions {
    /// `nil` for a function of another kind.
    static func unary(_ function: Function) -> ((String) -> String)? {
        switch function {
        case .leftTrim: { String($0.drop(while: isBlank)) }
        case .rightTrim: { String(withoutTrailingBlanks($0[...])) }
        case .trim: trimmed
        case .lower: { $0.lowercased() }
        case .upper: { $0.uppercased() }
        case .wordCap: capitalized
        default: nil
        }
    }

    static func trimmed(_ text: String) -> String {
        String(withoutTrailingBlanks(text.drop(while: isBlank)))
    }

    private static func withoutTrailingBlanks(_ text: Substring) -> Substring {
        guard let last = text.lastIndex(where: { !isBlank($0) }) else { return "" }
        return text[...last]
    }

    private static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\t" || character.isNewline
    }

    /// Words end at blanks and punctuation, but not at an apostrophe.
    private static func capitalized(_ text: String) -> String {
        var result = ""
        var isInWord = false
        for character in text {
            result += isInWord ? character.lowercased() : character.uppercased()
            let isApostrophe = character == "'" || character == "\u{2019}"
            isInWord = isApostrophe || !(character.isWhitespace || character.isPunctuation)
        }
        return result
    }

    /// A number of characters: whole, and at most what no text has.
    ///
    /// `nil` below the least.
    private static func count(_ number: Double, atLeast least: Int) -> Int? {
        let whole = number.rounded(.towardZero)
        guard whole >= Double(least) else { return nil }
        return Int(min(whole, 1e15))
    }

    static func left(_ text: String, _ number: Double) -> String? {
        count(number, atLeast: 0).map { String(text.prefix($0)) }
    }

    static func right(_ text: String, _ number: Double) -> String? {
        count(number, atLeast: 0).map { String(text.suffix($0)) }
    }

    static func middle(_ text: String, from start: Double, length: Double) -> String? {
        guard let start = count(start, atLeast: 1), let length = count(length, atLeast: 0) else {
            return nil
        }
        return String(text.dropFirst(start - 1).prefix(length))
    }

    static func replaced(
        _ text: String, from start: Double, length: Double, by new: String
    ) -> String? {
        guard let start = count(start, atLeast: 1), let length = count(length, atLeast: 0) else {
            return nil
        }
        let rest = text.dropFirst(start - 1)
        return text.prefix(start - 1) + new + rest.dropFirst(length)
    }

    /// The position of a text; 0 if it is not found, or is empty.
    static func position(of sought: String, in text: String, from start: Double) -> Double? {
        guard let start = count(start, atLeast: 1) else { return nil }
        guard let first = sought.first else { return 0 }
        var rest = text.dropFirst(start - 1)
        var position = start
        while let next = rest.firstIndex(of: first) {
            position += rest.distance(from: rest.startIndex, to: next)
            rest = rest[next...]
            if rest.starts(with: sought) { return Double(position) }
            rest = rest.dropFirst()
            position += 1
        }
        return 0
    }
}
