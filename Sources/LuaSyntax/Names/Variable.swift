/// A local variable of a script: a local, a parameter, or a loop variable.
package struct Variable: Sendable {
    /// The number of a variable in `Resolution.variables`.
    package struct ID: Hashable, Sendable {
        /// The index in that array.
        package let index: Int
    }

    /// The kind of declaration.
    package enum Kind: Sendable {
        case local, function, parameter, implicitSelf, loop
    }

    /// The name.
    package let name: String
    /// The position of the declaration.
    package let position: Position
    /// The kind of declaration.
    package let kind: Kind
    /// The attribute in `<…>` after the name.
    package let attribute: Binding.Attribute?
    /// The function it belongs to.
    package let function: FunctionBody.ID
    /// The initial value; `nil` if the declaration has none.
    package let initializer: Expression.ID?
    /// The variable of the same name that it hides.
    package let shadowed: ID?
    /// The expressions that read it, including those that write to a table it holds.
    package internal(set) var reads: [Expression.ID] = []
    /// The expressions that assign to it.
    package internal(set) var writes: [Expression.ID] = []

    /// Whether it belongs to the file and not to a function, so that it outlives an event.
    package var isFileLevel: Bool { function == .file }
}
