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
    /// Whether it was declared with a colon, with a parameter `self` that is not in the list.
    package var hasImplicitSelf = false
    /// Whether it takes `...`.
    package var isVararg = false
    /// What it does.
    package var block = Block(statements: [])
    /// The function that contains it; `nil` for the file.
    package let parent: ID?
    /// The position of the word `function`.
    package let position: Position
    /// The position of its `end`.
    package var end: Position
}

/// The syntax tree of a script that Lua would compile.
package struct SyntaxTree: Sendable {
    /// The source, its tokens and comments.
    package let script: LexedScript
    /// All expressions, operands before what uses them.
    package let expressions: [Expression]
    /// All functions, outer ones before inner ones; the first is the file.
    package let functions: [FunctionBody]

    /// The source and its lines.
    package var lines: LineTable { script.lines }

    /// The expression with a number.
    package subscript(id: Expression.ID) -> Expression { expressions[id.index] }

    /// The function with a number.
    package subscript(id: FunctionBody.ID) -> FunctionBody { functions[id.index] }

    /// Parses a script; throws if Lua would refuse it.
    package init(parsing bytes: [UInt8]) throws(Diagnostic) {
        try self.init(parsing: LexedScript(LineTable(bytes)))
    }

    /// Parses a script from its tokens; throws if Lua would refuse it.
    package init(parsing script: LexedScript) throws(Diagnostic) {
        do {
            self = try Parser.parse(script)
        } catch {
            throw error.diagnostic
        }
    }

    /// Parses a script; throws if Lua would refuse it.
    package init(parsing text: String) throws(Diagnostic) {
        try self.init(parsing: Array(text.utf8))
    }

    init(script: LexedScript, expressions: [Expression], functions: [FunctionBody]) {
        self.script = script
        self.expressions = expressions
        self.functions = functions
    }
}
