/// A statement of a script.
///
/// Blocks nest at most as deep as the parser allows.
package struct Statement: Sendable {
    /// What a statement is.
    package enum Kind: Sendable {
        case local([Binding], values: [Expression.ID])
        case localFunction(Binding, value: Expression.ID)
        case assignment(targets: [Expression.ID], values: [Expression.ID])
        /// `function a.b:c() … end`: the target is `a.b.c`.
        case function(target: Expression.ID, value: Expression.ID)
        case call(Expression.ID)
        case block(Block)
        case `while`(condition: Expression.ID, Block)
        case `repeat`(Block, until: Expression.ID)
        case `if`([Branch], otherwise: Block?)
        case numericFor(Binding, range: [Expression.ID], Block)
        case genericFor([Binding], values: [Expression.ID], Block)
        case label(String)
        case goto(String)
        case `break`
        case `return`([Expression.ID])
        case empty
    }

    /// What it is.
    package let kind: Kind
    /// Where it starts.
    package let position: Position
}

/// Statements that share a scope.
package struct Block: Sendable {
    /// The statements in order.
    package let statements: [Statement]
}

/// `if` or `elseif` with what follows it.
package struct Branch: Sendable {
    /// When it is taken.
    package let condition: Expression.ID
    /// What is done then.
    package let block: Block
}

/// A name that a declaration introduces.
package struct Binding: Sendable {
    /// What `<…>` says after the name.
    package enum Attribute: String, Sendable {
        case const, close
    }

    /// The name.
    package let name: String
    /// Its position.
    package let position: Position
    /// The attribute, if any.
    package let attribute: Attribute?
}
