/// An operator with two operands.
package enum BinaryOperator: Hashable, Sendable {
    case symbol(Symbol)
    case and
    case or

    /// The operator of a token; `nil` for other tokens.
    init?(_ token: Token.Kind) {
        switch token {
        case .symbol(let symbol):
            guard Self.priorities[symbol] != nil else { return nil }
            self = .symbol(symbol)
        case .keyword(.and): self = .and
        case .keyword(.or): self = .or
        default: return nil
        }
    }

    /// The binding strength to the left and to the right; right is lower for a right-associative operator.
    var priority: (left: Int, right: Int) {
        switch self {
        case .or: (1, 1)
        case .and: (2, 2)
        case .symbol(let symbol): Self.priorities[symbol] ?? (0, 0)
        }
    }

    /// Higher than that of every binary operator except `^`.
    static let unaryPriority = 12

    private static let priorities: [Symbol: (left: Int, right: Int)] = [
        .less: (3, 3), .greater: (3, 3), .lessOrEqual: (3, 3), .greaterOrEqual: (3, 3),
        .equal: (3, 3), .notEqual: (3, 3), .bitOr: (4, 4), .tilde: (5, 5), .bitAnd: (6, 6),
        .shiftLeft: (7, 7), .shiftRight: (7, 7), .concatenate: (9, 8), .plus: (10, 10),
        .minus: (10, 10), .times: (11, 11), .divide: (11, 11), .floorDivide: (11, 11),
        .modulo: (11, 11), .power: (14, 13),
    ]
}
