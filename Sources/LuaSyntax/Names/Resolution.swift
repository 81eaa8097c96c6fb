/// The meanings of the names of a script.
package struct Resolution: Sendable {
    /// The meaning of a name.
    package enum Meaning: Hashable, Sendable {
        case variable(Variable.ID)
        case global(String)
    }

    /// A value given to a name or a field, outside of the declaration of a local variable.
    package struct Assignment: Sendable {
        /// The name or the field.
        package let target: Expression.ID
        /// The assigned value; `nil` if there is none for this target, as in `a, b = f()`.
        package let value: Expression.ID?
        /// Whether it is written `function name() … end`.
        package let isFunctionStatement: Bool
    }

    /// All local variables in the order of their declarations.
    package internal(set) var variables: [Variable] = []
    /// All assignments in the order of the file.
    package internal(set) var assignments: [Assignment] = []
    /// The meanings of names, by their expressions.
    package internal(set) var meanings: [Expression.ID: Meaning] = [:]
    /// Names that are assignment targets, not reads.
    package internal(set) var targets: Set<Expression.ID> = []
    /// Whether the script declares an `_ENV`, so that globals cannot be distinguished from fields.
    package internal(set) var replacesEnvironment = false

    /// The variable with a number.
    package subscript(id: Variable.ID) -> Variable { variables[id.index] }

    /// Resolves the names of a script; throws if Lua would refuse it because of a name.
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

    /// The variable that a name refers to; `nil` for other expressions.
    package func variable(_ id: Expression.ID) -> Variable.ID? {
        if case .variable(let variable)? = meanings[id] { variable } else { nil }
    }

    /// The global that a name refers to; `nil` for other expressions.
    package func global(_ id: Expression.ID) -> String? {
        if case .global(let name)? = meanings[id] { name } else { nil }
    }

    /// Follows locals that are assigned once to the expression of their value; other expressions are returned as they
    /// are.
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
