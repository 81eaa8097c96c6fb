extension Resolver {
    /// Resolves statements in the current scope.
    ///
    /// A label at the end of a block is outside of the scopes of the block's variables, except in `repeat`, whose
    /// condition still sees them.
    mutating func resolve(_ statements: [Statement], isRepeat: Bool = false) throws(SyntaxFailure) {
        for (index, statement) in statements.enumerated() {
            if case .label(let name) = statement.kind {
                let isLast = !isRepeat && statements[(index + 1)...].allSatisfy(\.isVoid)
                try resolveLabel(name, at: statement.position, isLast: isLast)
            } else {
                try resolve(statement)
            }
        }
    }

    private mutating func resolve(_ statement: Statement) throws(SyntaxFailure) {
        switch statement.kind {
        case .local(let bindings, let values): try resolveLocal(bindings, values)
        case .localFunction(let binding, let value):
            // Declare the name before the body, so that the function can call itself.
            try declare(binding, .function, initializer: value)
            try resolve(value)
        case .assignment(let targets, let values):
            for (index, target) in targets.enumerated() {
                try assign(target, index < values.count ? values[index] : nil)
            }
            try resolve(all: values)
        case .function(let target, let value):
            try assign(target, value, isFunctionStatement: true)
            try resolve(value)
        case .call(let call): try resolve(call)
        case .block(let block): try resolve(block)
        case .while(let condition, let block):
            try resolve(condition)
            try resolve(block)
        case .repeat(let block, let condition): try resolve(block, until: condition)
        case .if(let branches, let otherwise):
            for branch in branches {
                try resolve(branch.condition)
                try resolve(branch.block)
            }
            if let otherwise { try resolve(otherwise) }
        case .numericFor(let binding, let range, let block):
            try resolve(all: range)
            try resolve(block, declaring: [binding], hiding: 3)
        case .genericFor(let bindings, let values, let block):
            try resolve(all: values)
            try resolve(block, declaring: bindings, hiding: 4)
        case .goto(let name):
            labels.jump(name, at: statement.position, activeVariables: activeCount)
        case .return(let values): try resolve(all: values)
        case .label, .break, .empty: break
        }
    }

    private mutating func resolve(all ids: [Expression.ID]) throws(SyntaxFailure) {
        for id in ids { try resolve(id) }
    }

    private mutating func resolveLocal(
        _ bindings: [Binding], _ values: [Expression.ID]
    )
        throws(SyntaxFailure)
    {
        // Resolve values first: in 'local x = x' the second name is the outer variable.
        try resolve(all: values)
        for (index, binding) in bindings.enumerated() {
            try declare(binding, .local, initializer: index < values.count ? values[index] : nil)
        }
    }

    private mutating func resolveLabel(
        _ name: String, at position: Position, isLast: Bool
    )
        throws(SyntaxFailure)
    {
        let label = LabelScopes.Label(name: name, position: position)
        switch labels.label(label, isLast: isLast, activeVariables: activeCount) {
        case .duplicate(let earlier):
            throw failure(
                "label '\(name)' is already defined at line \(earlier.position.line)", at: position)
        case .entersScope(let jump):
            throw failure(
                "this 'goto \(name)' jumps into the scope of a local variable", at: jump.position,
                hint: "declare the variable before the 'goto', or end the block at the label")
        case nil: return
        }
    }
}

extension Statement {
    /// Whether the statement does nothing, so that a label before it is still at the end of its block.
    fileprivate var isVoid: Bool {
        switch kind {
        case .empty, .label: true
        default: false
        }
    }
}
