/// What people write who come from another language, and how Lua says it.
///
/// Lua's own message for `a != b` is "unexpected symbol near '!'": true, and no help.
enum ForeignHabits {
    static func hint(forByte byte: UInt8, next: UInt8?) -> String? {
        switch byte {
        case UInt8(ascii: "!"):
            next == UInt8(ascii: "=") ? "'not equal' is written '~='" : "'not' is a word in Lua"
        case UInt8(ascii: "?"): "write 'condition and a or b', or an 'if'"
        case UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "`"):
            "a name starts with a letter or '_'"
        case UInt8(ascii: "\\"): "Lua lines need no continuation sign"
        default: nil
        }
    }

    /// A hint for a token that the parser did not expect between its neighbours.
    static func hint(
        for token: Token.Kind, after previous: Token.Kind?, before next: Token.Kind
    ) -> String? {
        switch (token, next) {
        case (.symbol(let sign), .symbol(.assign)) where compound.contains(sign):
            "Lua has no '\(sign.rawValue)=': write 'x = x \(sign.rawValue) y'"
        case (.symbol(.plus), .symbol(.plus)): "Lua has no '++': write 'x = x + 1'"
        default: hint(for: token, after: previous)
        }
    }

    private static func hint(for token: Token.Kind, after previous: Token.Kind?) -> String? {
        switch (previous, token) {
        case (.symbol(let sign), .symbol(.bitAnd)) where sign == .bitAnd: "'and' is a word in Lua"
        case (.symbol(let sign), .symbol(.bitOr)) where sign == .bitOr: "'or' is a word in Lua"
        case (.symbol(.assign), .symbol(.greater)): "'at least' is written '>='"
        case (_, .symbol(.openBrace)): "a block is 'do … end', 'then … end' or a function's body"
        case (_, .symbol(.assign)): "'equal' is written '=='"
        case (.keyword(.local), .keyword(let word)), (.keyword(.function), .keyword(let word)):
            "'\(word.rawValue)' is a word of the language and cannot be a name"
        case (.name(let word), _): statementWords[word]
        default: nil
        }
    }

    private static let compound: Set<Symbol> = [
        .plus, .minus, .times, .divide, .modulo, .concatenate, .bitOr, .bitAnd, .power,
    ]

    private static let statementWords = [
        "elif": "it is written 'elseif'", "elsif": "it is written 'elseif'",
        "var": "it is written 'local'", "let": "it is written 'local'",
        "const": "it is written 'local name <const> = …'", "func": "it is written 'function'",
        "def": "it is written 'function'", "fn": "it is written 'function'",
        "import": "it is written 'local name = require \"name\"'",
        "switch": "Lua has no 'switch': use 'if … elseif … end' or a table of functions",
        "continue": "Lua has no 'continue': use 'goto continue' and '::continue::'",
        "throw": "it is written 'error(…)'", "try": "it is written 'pcall(function() … end)'",
        "foreach": "it is written 'for key, value in pairs(t) do'",
        "endif": "it is written 'end'", "fi": "it is written 'end'",
        "localfunction": "it is written 'local function'",
    ]
}
