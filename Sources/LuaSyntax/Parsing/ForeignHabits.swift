/// Hints for syntax of other languages, with the form that Lua uses.
///
/// Lua's own message for `a != b` is "unexpected symbol near '!'", which does not help.
enum ForeignHabits {
    static func hint(forByte byte: UInt8, next: UInt8?) -> String? {
        switch byte {
        case UInt8(ascii: "!"):
            next == UInt8(ascii: "=") ? "write '~=' for 'not equal'" : "write 'not'"
        case UInt8(ascii: "?"): "write 'condition and a or b', or an 'if'"
        case UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "`"):
            "a name starts with a letter or '_'"
        case UInt8(ascii: "\\"): "remove it: Lua statements may span lines"
        default: nil
        }
    }

    /// A hint for an unexpected token, by its neighbours; `nil` if there is none.
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
        case (.symbol(let sign), .symbol(.bitAnd)) where sign == .bitAnd: "write 'and'"
        case (.symbol(let sign), .symbol(.bitOr)) where sign == .bitOr: "write 'or'"
        case (.symbol(.assign), .symbol(.greater)): "write '>=' for 'at least'"
        case (_, .symbol(.openBrace)): "a block is 'do … end', 'then … end' or a function's body"
        case (_, .symbol(.assign)): "write '==' for 'equal'"
        case (.keyword(.local), .keyword(let word)), (.keyword(.function), .keyword(let word)):
            "'\(word.rawValue)' is a reserved word and cannot be a name"
        case (.name(let word), _): statementWords[word]
        default: nil
        }
    }

    private static let compound: Set<Symbol> = [
        .plus, .minus, .times, .divide, .modulo, .concatenate, .bitOr, .bitAnd, .power,
    ]

    private static let statementWords = [
        "elif": "write 'elseif'", "elsif": "write 'elseif'",
        "var": "write 'local'", "let": "write 'local'",
        "const": "write 'local name <const> = …'", "func": "write 'function'",
        "def": "write 'function'", "fn": "write 'function'",
        "import": "write 'local name = require \"name\"'",
        "switch": "Lua has no 'switch': use 'if … elseif … end' or a table of functions",
        "continue": "Lua has no 'continue': use 'goto continue' and '::continue::'",
        "throw": "write 'error(…)'", "try": "write 'pcall(function() … end)'",
        "foreach": "write 'for key, value in pairs(t) do'",
        "endif": "write 'end'", "fi": "write 'end'",
        "localfunction": "write 'local function'",
    ]
}
