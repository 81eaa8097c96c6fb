/// A word, symbol or literal of a script.
package struct Token: Sendable {
    /// What a token is.
    package enum Kind: Equatable, Sendable {
        case name(String)
        /// A string with its escapes replaced; invalid UTF-8 is replaced by U+FFFD.
        case string(String)
        case integer(Int64)
        case number(Double)
        case keyword(Keyword)
        case symbol(Symbol)
        /// A part that the lexer could not read; `LexedScript.error` says why.
        ///
        /// Always the last token.
        case invalid
        case endOfFile
    }

    /// What it is.
    package let kind: Kind
    /// Where it starts.
    package let position: Position
    /// The offset after its last byte.
    package let end: Int
}

/// A comment; not a token, but kept because the first one describes the file.
package struct Comment: Sendable {
    /// The text between the comment signs.
    package let text: String
    /// The position of `--`.
    package let position: Position
    /// The line where it ends.
    package let lastLine: Int
}

/// The reserved words of Lua.
package enum Keyword: String, CaseIterable, Sendable {
    case and, `break`, `do`, `else`, elseif, end, `false`, `for`, function, goto, `if`, `in`
    case local, `nil`, not, or, `repeat`, `return`, then, `true`, until, `while`

    static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}

/// The symbols of Lua; the raw value is their text.
package enum Symbol: String, CaseIterable, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divide = "/"
    case floorDivide = "//"
    case modulo = "%"
    case power = "^"
    case length = "#"
    case bitAnd = "&"
    case tilde = "~"
    case bitOr = "|"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case equal = "=="
    case notEqual = "~="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
    case assign = "="
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBrace = "{"
    case closeBrace = "}"
    case openBracket = "["
    case closeBracket = "]"
    case doubleColon = "::"
    case semicolon = ";"
    case colon = ":"
    case comma = ","
    case dot = "."
    case concatenate = ".."
    case ellipsis = "..."
}
