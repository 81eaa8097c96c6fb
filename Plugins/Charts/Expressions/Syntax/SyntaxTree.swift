/// A node of the syntax tree of an expression.
struct SyntaxTree: Sendable {
    var kind: Kind
    /// Its offset in bytes.
    var offset: Int

    indirect enum Kind: Sendable {
        case number(Double)
        case text(String)
        /// A column, a node or, with a `$`, a variable.
        case name(String)
        /// Operators of one precedence, from left to right. Flat, so that a long sum is not a deep tree.
        case chain(SyntaxTree, [Link])
        case call(Function, [SyntaxTree])
    }

    struct Link: Sendable {
        var operation: BinaryOperator
        var operand: SyntaxTree
        var offset: Int
    }
}

enum BinaryOperator: String, Sendable, Hashable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case less = "<"
    case greater = ">"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="

    var isComparison: Bool {
        switch self {
        case .add, .subtract, .multiply, .divide: false
        default: true
        }
    }

    /// The operators by precedence; those that bind tightest come last.
    static let byPrecedence: [Set<BinaryOperator>] = [
        [.equal, .notEqual], [.less, .greater, .lessOrEqual, .greaterOrEqual],
        [.add, .subtract], [.multiply, .divide],
    ]
}
