/// A literal value of a script with its position.
package struct Literal: Sendable {
    /// What is written.
    package enum Kind: Sendable {
        case `nil`
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string(String)
        /// The entries of a table constructor; an entry without a name has the name `nil`.
        case table([(name: String?, value: Literal)])
        /// A value that is known only by running the script.
        case computed
    }

    /// What is written.
    package let kind: Kind
    /// Where it starts; for a string that is its quote.
    package let position: Position
}

extension SyntaxTree {
    /// An expression as a literal.
    ///
    /// Tables nest only as deep as the parser allows.
    func literal(_ id: Expression.ID) -> Literal {
        let id = unwrapped(id)
        let kind: Literal.Kind =
            switch self[id].kind {
            case .nil: .nil
            case .bool(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .number(let value): .number(value)
            case .string(let text): .string(text)
            case .unary(.minus, let operand): negated(operand)
            case .table(let fields):
                .table(fields.map { (name: name(of: $0), value: literal($0.value)) })
            default: .computed
            }
        return Literal(kind: kind, position: self[id].position)
    }

    private func negated(_ id: Expression.ID) -> Literal.Kind {
        switch self[id].kind {
        case .integer(let value): .integer(0 &- value)
        case .number(let value): .number(-value)
        default: .computed
        }
    }
}
