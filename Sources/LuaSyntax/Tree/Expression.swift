/// An expression of a script; its operands are identified by numbers in the same tree.
///
/// All expressions are in one array, operands before the expressions that use them. A tree of references would be as
/// deep as the longest `a + b + c + …` in the file, and freeing or walking one with a hundred thousand terms would
/// exhaust the stack.
package struct Expression: Sendable {
    /// The number of an expression in `SyntaxTree.expressions`.
    package struct ID: Hashable, Sendable {
        /// The index in that array.
        package let index: Int
    }

    /// What an expression is.
    package enum Kind: Sendable {
        case `nil`
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string(String)
        case vararg
        case name(String)
        case function(FunctionBody.ID)
        /// `object.key` or `object[key]`; in the first form `key` is a string expression.
        case index(object: ID, key: ID)
        case call(function: ID, arguments: [ID])
        case methodCall(object: ID, name: String, namePosition: Position, arguments: [ID])
        case table([TableField])
        case unary(Symbol, ID)
        case logicalNot(ID)
        case binary(BinaryOperator, ID, ID)
        case parenthesized(ID)
    }

    /// What it is.
    package let kind: Kind
    /// The start, or the operator of a binary expression.
    package let position: Position
    /// The function that contains it.
    package let function: FunctionBody.ID
}

/// One entry of a table constructor.
package struct TableField: Sendable {
    /// The kind of key of an entry.
    package enum Key: Sendable {
        /// `{ value }`
        case positional
        /// `{ name = value }`
        case named(String)
        /// `{ [expression] = value }`
        case computed(Expression.ID)
    }

    /// How it names its place.
    package let key: Key
    /// What it holds.
    package let value: Expression.ID
    /// Where it starts.
    package let position: Position
}
