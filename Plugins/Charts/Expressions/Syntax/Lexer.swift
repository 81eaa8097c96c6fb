import PeriluneCore

/// Cuts an expression into tokens.
struct Lexer {
    private let source: ExpressionSource
    private let bytes: [UInt8]
    private var at = 0
    private var tokens: [Token] = []
    private var warnings: [ExpressionIssue] = []

    private init(_ source: ExpressionSource) {
        self.source = source
        bytes = Array(source.text.utf8)
    }

    /// All tokens, ending with the end token, and warnings about discouraged syntax.
    static func tokens(
        of source: ExpressionSource
    ) throws(PeriluneError) -> (tokens: [Token], warnings: [ExpressionIssue]) {
        var lexer = Lexer(source)
        while lexer.at < lexer.bytes.count { try lexer.next() }
        lexer.tokens.append(Token(kind: .end, offset: lexer.bytes.count))
        return (lexer.tokens, lexer.warnings)
    }

    private mutating func next() throws(PeriluneError) {
        let byte = bytes[at]
        switch byte {
        case Ascii.space, Ascii.tab, Ascii.newline, Ascii.carriageReturn: at += 1
        case Ascii.digits, Ascii.point: try number()
        case Ascii.uppercase, Ascii.lowercase, Ascii.underscore, Ascii.dollar: name()
        case Ascii.quote: try text(closedBy: [[Ascii.quote]])
        case Ascii.bracket: try quotedName()
        case Ascii.doubleQuote:
            throw source.error(
                "a string must be in single quotes", at: at, hint: "write 'text', not \"text\"")
        case 0x80...: try typography()
        default: try symbol()
        }
    }

    private mutating func append(_ kind: Token.Kind, from start: Int, to end: Int) {
        tokens.append(Token(kind: kind, offset: start))
        at = end
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private mutating func name() {
        var end = at + 1
        while end < bytes.count, Ascii.isInName(bytes[end]) { end += 1 }
        append(.name(string(at..<end)), from: at, to: end)
    }

    /// Reads `[Cost of Revenue]`, a column whose name is not an identifier.
    private mutating func quotedName() throws(PeriluneError) {
        guard let end = bytes[at...].firstIndex(of: Ascii.closingBracket) else {
            throw source.error("a name in brackets is not closed", at: at, hint: "add ]")
        }
        guard end > at + 1 else { throw source.error("empty name", at: at) }
        append(.quotedName(string(at + 1..<end)), from: at, to: end + 1)
    }

    private mutating func number() throws(PeriluneError) {
        var end = at
        func digits() -> Bool {
            let start = end
            while end < bytes.count, Ascii.digits.contains(bytes[end]) { end += 1 }
            return end > start
        }
        let hasWhole = digits()
        if end < bytes.count, bytes[end] == Ascii.point {
            end += 1
            guard digits() else {
                throw source.error("a number must have a digit after its point", at: at)
            }
        }
        if hasWhole, end < bytes.count, bytes[end] | 0x20 == Ascii.e {
            end += 1
            if end < bytes.count, bytes[end] == Ascii.plus || bytes[end] == Ascii.minus { end += 1 }
            guard digits() else {
                throw source.error("a number must have a digit in its exponent", at: at)
            }
        }
        if end < bytes.count, Ascii.isInName(bytes[end]) {
            throw source.error(
                "a name cannot begin with a digit", at: at,
                hint: "put a column of such a name in brackets: [1st]")
        }
        guard let value = Double(string(at..<end)), value.isFinite else {
            throw source.error("the number is too large", at: at)
        }
        append(.number(value), from: at, to: end)
    }

    /// Reads a text up to one of these ends; a doubled quote stands for itself if the end is a quote.
    private mutating func text(
        closedBy ends: [[UInt8]], from opening: Int = 1
    ) throws(PeriluneError) {
        let start = at
        var content: [UInt8] = []
        var end = at + opening
        while end < bytes.count {
            guard let close = ends.first(where: { bytes[end...].starts(with: $0) }) else {
                content.append(bytes[end])
                end += 1
                continue
            }
            end += close.count
            guard close == [Ascii.quote], end < bytes.count, bytes[end] == Ascii.quote else {
                append(.text(String(decoding: content, as: UTF8.self)), from: start, to: end)
                return
            }
            content.append(Ascii.quote)
            end += 1
        }
        throw source.error("unclosed string", at: start, hint: "add the closing quote")
    }

    /// What word processors make of quotes, minus signs and spaces: the guide itself is full of them.
    private mutating func typography() throws(PeriluneError) {
        let rest = bytes[at...]
        func begins(_ scalars: [[UInt8]]) -> Bool { scalars.contains { rest.starts(with: $0) } }
        if begins(Ascii.typographicQuotes) || begins(Ascii.typographicDoubleQuotes) {
            warnings.append(source.warning("typographic quote; write '", at: at))
            let isSingle = begins(Ascii.typographicQuotes)
            try text(
                closedBy: isSingle ? Ascii.typographicQuotes : Ascii.typographicDoubleQuotes,
                from: 3)
        } else if begins(Ascii.dashes) {
            warnings.append(source.warning("a typographic minus; write -", at: at))
            append(.symbol(.minus), from: at, to: at + 3)
        } else if begins([Ascii.noBreakSpace]) {
            at += 2
        } else {
            throw source.error(
                "a plain name cannot contain this letter", at: at,
                hint: "put a column of such a name in brackets: [Umsatz in €]")
        }
    }

    private mutating func symbol() throws(PeriluneError) {
        let two = string(at..<min(at + 2, bytes.count))
        if let symbol = Token.Symbol(rawValue: two) {
            append(.symbol(symbol), from: at, to: at + 2)
            return
        }
        let one = string(at..<at + 1)
        if one == "=" {
            warnings.append(source.warning("to compare, write ==", at: at))
            append(.symbol(.equal), from: at, to: at + 1)
            return
        }
        guard let symbol = Token.Symbol(rawValue: one), two != "<>" else {
            throw source.error(
                "'\(two == "<>" ? two : one)' is not an operator", at: at,
                hint: Self.foreignOperators[two] ?? Self.foreignOperators[one])
        }
        append(.symbol(symbol), from: at, to: at + 1)
    }

    /// Operators of other languages, and their equivalents.
    private static let foreignOperators = [
        "<>": "write !=", "!": "write not(…)", "&&": "write and(…, …)", "||": "write or(…, …)",
        "&": "write + to join strings", "%": "write Mod(x, y)", "?": "write if(condition, a, b)",
        ";": "arguments are separated by commas", "]": "a name in brackets must begin with [",
    ]
}
