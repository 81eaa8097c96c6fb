/// An expression whose types are checked and whose names are numbered.
indirect enum Code: Sendable {
    case constant(Operand)
    /// The slot of a column, a node or a variable.
    case slot(Int)
    case chain(Code, [Step])
    /// An `if`: condition, both branches, and the type of the result.
    case choose(Code, Code, Code, ValueType?)
    /// 1 where a number is not 0, 0 elsewhere and for null.
    case truth(Code)
    case call(Call)

    struct Step: Sendable {
        var operation: Operation
        var operand: Code
        /// The offset of the operator in bytes.
        var offset: Int
    }

    struct Call: Sendable {
        var function: Function
        var arguments: [Code]
        var offset: Int
        /// The pattern of `Match`, if it is the same for all rows.
        var pattern: TextPattern?
    }

    enum Operation: Sendable {
        case arithmetic(BinaryOperator)
        case concatenate
        case compare(BinaryOperator, ValueType)
    }
}
