/// A local variable of a script: declared, a parameter, or of a loop.
package struct Variable: Sendable {
    /// The number of a variable in `Resolution.variables`.
    package struct ID: Hashable, Sendable {
        /// The index in that array.
        package let index: Int
    }

    /// How a variable came to be.
    package enum Kind: Sendable {
        case local, function, parameter, implicitSelf, loop
    }

    /// The name.
    package let name: String
    /// Where it is declared.
    package let position: Position
    /// How it came to be.
    package let kind: Kind
    /// What `<…>` says after the name.
    package let attribute: Binding.Attribute?
    /// The function it belongs to.
    package let function: FunctionBody.ID
    /// What it holds first, where the declaration says so.
    package let initializer: Expression.ID?
    /// The variable of the same name that it hides.
    package let shadowed: ID?
    /// The places that read it, also those that write into the table it holds.
    package internal(set) var reads: [Expression.ID] = []
    /// The places that give it another value.
    package internal(set) var writes: [Expression.ID] = []

    /// Whether it belongs to the file, not to a function: it outlives an event.
    package var isFileLevel: Bool { function == .file }
}
