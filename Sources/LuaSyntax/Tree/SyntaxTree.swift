/// A function of the script; the file itself is the first one.
package struct FunctionBody: Sendable {
    /// The number of a function in `SyntaxTree.functions`.
    package struct ID: Hashable, Sendable {
        /// The index in that array; 0 for the file.
        package let index: Int
        /// The file itself.
        package static let file = ID(index: 0)
    }

    /// The parameters as written.
    package var parameters: [Binding] = []
    /// Whether it was written with a colon, and has a parameter `self` that is not in the list.
    package var hasImplicitSelf = false
    /// Whether it takes `...`.
    package var isVararg = false
    /// What it does.
    package var block = Block(statements: [])
    /// The function it is written in; nil for the file.
    package let parent: ID?
    /// Where the word `function` stands.
    package let position: Position
    /// Where its `end` stands.
    package var end: Position
}

/// A script that Lua would compile, as data.
package struct SyntaxTree: Sendable {
    /// The source, its tokens and comments.
    package let script: LexedScript
    /// All expressions, operands before what uses them.
    package let expressions: [Expression]
    /// All functions, outer before inner; the first is the file.
    package let functions: [FunctionBody]

    /// The source and its lines.
    package var lines: LineTable { script.lines }

    /// An expression by number.
    package subscript(id: Expression.ID) -> Expression { expressions[id.index] }

    /// A function by number.
    package subscript(id: FunctionBody.ID) -> FunctionBody { functions[id.index] }

    /// Parses a script, or says why Lua would not.
    package init(parsing bytes: [UInt8]) throws(Diagnostic) {
        try self.init(parsing: LexedScript(LineTable(bytes)))
    }

    /// Parses a script whose tokens are read already, or says why Lua would not.
    package init(parsing script: LexedScript) throws(Diagnostic) {
        do {
            self = try Parser.parse(script)
        } catch {
            throw error.diagnostic
        }
    }

    /// Parses a script, or says why Lua would not.
    package init(parsing text: String) throws(Diagnostic) {
        try self.init(parsing: Array(text.utf8))
    }

    init(script: LexedScript, expressions: [Expression], functions: [FunctionBody]) {
        self.script = script
        self.expressions = expressions
        self.functions = functions
    }
}
