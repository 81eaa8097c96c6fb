/// What each name of a script means.
package struct Resolution: Sendable {
    /// What a name stands for.
    package enum Meaning: Hashable, Sendable {
        case variable(Variable.ID)
        case global(String)
    }

    /// A value given to a name or a field, outside of the declaration of a local variable.
    package struct Assignment: Sendable {
        /// The name or the field.
        package let target: Expression.ID
        /// The value, where there is one for this target.
        package let value: Expression.ID?
        /// Whether it is written `function name() … end`.
        package let isFunctionStatement: Bool
    }

    /// All local variables in the order of their declarations.
    package internal(set) var variables: [Variable] = []
    /// All assignments in the order of the file.
    package internal(set) var assignments: [Assignment] = []
    /// What names mean, by the number of their expression.
    package internal(set) var meanings: [Expression.ID: Meaning] = [:]
    /// Names that are assigned to, not read.
    package internal(set) var targets: Set<Expression.ID> = []
    /// Whether the script has an `_ENV` of its own, so that globals cannot be told from fields.
    package internal(set) var replacesEnvironment = false

    /// A variable by number.
    package subscript(id: Variable.ID) -> Variable { variables[id.index] }

    /// Resolves the names of a script; throws where Lua would refuse it because of one.
    package init(_ tree: SyntaxTree) throws(Diagnostic) {
        var resolver = Resolver(tree)
        do {
            try resolver.resolveFile()
        } catch {
            throw error.diagnostic
        }
        self = resolver.result
    }

    init() {}

    /// The variable a name stands for.
    package func variable(_ id: Expression.ID) -> Variable.ID? {
        if case .variable(let variable)? = meanings[id] { variable } else { nil }
    }

    /// The global a name stands for.
    package func global(_ id: Expression.ID) -> String? {
        if case .global(let name)? = meanings[id] { name } else { nil }
    }

    /// What a local holds that is given a value once, however many locals it went through; anything else is
    /// what it is.
    func definition(of id: Expression.ID, in tree: SyntaxTree) -> Expression.ID {
        var id = tree.unwrapped(id)
        while let variable = self.variable(id), self[variable].writes.isEmpty,
            let value = self[variable].initializer
        {
            id = tree.unwrapped(value)
        }
        return id
    }
}
