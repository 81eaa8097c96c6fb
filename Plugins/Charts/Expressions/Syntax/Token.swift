/// The smallest piece of an expression.
struct Token: Equatable {
    var kind: Kind
    /// Its offset in bytes.
    var offset: Int

    enum Kind: Equatable {
        case number(Double)
        case text(String)
        case name(String)
        /// In brackets: a name that cannot be a function.
        case quotedName(String)
        case symbol(Symbol)
        case end
    }

    enum Symbol: String, Equatable {
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divide = "/"
        case less = "<"
        case greater = ">"
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case equal = "=="
        case notEqual = "!="
        case open = "("
        case close = ")"
        case comma = ","
    }
}

extension Token.Kind: CustomStringConvertible {
    var description: String {
        switch self {
        case .number(let value): "\(value)"
        case .text(let text): "'\(text)'"
        case .name(let name): name
        case .quotedName(let name): "[\(name)]"
        case .symbol(let symbol): "'\(symbol.rawValue)'"
        case .end: "the end"
        }
    }
}
