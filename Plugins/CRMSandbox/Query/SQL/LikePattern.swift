/// A pattern of `like`: `%` any text, `_` one character, `[a-c]` one of these, `[^a-c]` none of these;
/// without regard to case.
struct LikePattern {
    private enum Token {
        case literal(UInt32)
        case one
        case any
        case oneOf([ClosedRange<UInt32>], isNegated: Bool)
    }

    private let tokens: [Token]
    /// The folded prefix of every match: the text before the first wildcard.
    let prefix: String

    init(_ pattern: String) {
        var tokens: [Token] = []
        let scalars = pattern.foldedScalars
        var at = 0
        while at < scalars.count {
            let scalar = scalars[at]
            at += 1
            switch scalar {
            case 0x25:
                if case .any? = tokens.last { continue }
                tokens.append(.any)
            case 0x5F: tokens.append(.one)
            case 0x5B:
                if let (token, end) = Self.set(scalars, from: at) {
                    tokens.append(token)
                    at = end
                } else {
                    tokens.append(.literal(scalar))
                }
            default: tokens.append(.literal(scalar))
            }
        }
        self.tokens = tokens
        var prefix = ""
        for case .literal(let scalar) in tokens.prefix(while: {
            if case .literal = $0 { true } else { false }
        }) {
            if let scalar = Unicode.Scalar(scalar) { prefix.unicodeScalars.append(scalar) }
        }
        self.prefix = prefix
    }

    /// A pattern that matches this text and nothing else.
    static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            if "[%_".unicodeScalars.contains(character) {
                escaped += "[\(character)]"
            } else {
                escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private static func set(_ scalars: [UInt32], from start: Int) -> (Token, Int)? {
        var at = start
        let isNegated = at < scalars.count && scalars[at] == 0x5E
        if isNegated { at += 1 }
        var ranges: [ClosedRange<UInt32>] = []
        while at < scalars.count {
            if scalars[at] == 0x5D, at > start + (isNegated ? 1 : 0) {
                return (.oneOf(ranges, isNegated: isNegated), at + 1)
            }
            if at + 2 < scalars.count, scalars[at + 1] == 0x2D, scalars[at + 2] != 0x5D {
                if scalars[at] <= scalars[at + 2] { ranges.append(scalars[at]...scalars[at + 2]) }
                at += 3
            } else {
                ranges.append(scalars[at]...scalars[at])
                at += 1
            }
        }
        return nil
    }

    /// Whether the whole text matches; it has to be folded.
    func matches(_ text: [UInt32]) -> Bool {
        var (at, token) = (0, 0)
        var retry: (text: Int, token: Int)?
        while at < text.count {
            if token < tokens.count {
                if case .any = tokens[token] {
                    token += 1
                    retry = (at, token)
                    continue
                }
                if accepts(tokens[token], text[at]) {
                    at += 1
                    token += 1
                    continue
                }
            }
            guard let (start, after) = retry else { return false }
            at = start + 1
            token = after
            retry = (at, after)
        }
        while token < tokens.count, case .any = tokens[token] { token += 1 }
        return token == tokens.count
    }

    private func accepts(_ token: Token, _ scalar: UInt32) -> Bool {
        switch token {
        case .literal(let wanted): wanted == scalar
        case .one: true
        case .any: false
        case .oneOf(let ranges, let isNegated):
            ranges.contains { $0.contains(scalar) } != isNegated
        }
    }
}

extension String {
    /// The characters in lower case, one by one: what texts are compared by.
    var foldedScalars: [UInt32] {
        var folded: [UInt32] = []
        folded.reserveCapacity(utf8.count)
        for scalar in unicodeScalars { folded.append(folding: scalar) }
        return folded
    }
}

extension [UInt32] {
    mutating func append(folding scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append((65...90).contains(scalar.value) ? scalar.value | 0x20 : scalar.value)
        } else {
            for mapped in scalar.properties.lowercaseMapping.unicodeScalars {
                append(mapped.value)
            }
        }
    }
}
