extension Parser {
    /// Reads `local function f() … end` or `local a <const>, b = 1, 2`.
    mutating func parseLocal() throws(SyntaxFailure) -> Statement.Kind {
        advance()
        let start = token
        if consume(if: .function) {
            let binding = try parseBinding("the name of the function", allowsAttribute: false)
            return .localFunction(binding, value: try parseFunctionBody(start))
        }
        var bindings = [try parseBinding("a name", allowsAttribute: true)]
        while consume(if: .comma) {
            bindings.append(try parseBinding("a name", allowsAttribute: true))
        }
        if let second = bindings.filter({ $0.attribute == .close }).dropFirst().first {
            throw .syntax(
                "only one variable of a declaration can be <close>", at: second.position,
                in: script.lines, hint: "declare '\(second.name)' with a 'local' of its own")
        }
        let values = consume(if: .assign) ? try parseExpressions() : []
        return .local(bindings, values: values)
    }

    mutating func parseBinding(
        _ what: String, allowsAttribute: Bool
    ) throws(SyntaxFailure) -> Binding {
        let position = token.position
        let name = try expectName(what)
        var attribute: Binding.Attribute?
        if allowsAttribute, consume(if: .less) {
            let place = token.position
            let word = try expectName("'const' or 'close'")
            attribute = Binding.Attribute(rawValue: word)
            guard attribute != nil else {
                throw .syntax(
                    "unknown attribute '\(word)'", at: place, in: script.lines,
                    hint: Suggestion.hint(for: word, in: ["const", "close"])
                        ?? "the attributes are <const> and <close>")
            }
            try expect(.greater)
        }
        return Binding(name: name, position: position, attribute: attribute)
    }

    /// Reads parameters and body; `start` is the word `function`, for the message about a missing `end`.
    mutating func parseFunctionBody(
        _ start: Token, hasImplicitSelf: Bool = false
    )
        throws(SyntaxFailure) -> Expression.ID
    {
        let id = FunctionBody.ID(index: functions.count)
        functions.append(
            FunctionBody(parent: function, position: start.position, end: start.position))
        functions[id.index].hasImplicitSelf = hasImplicitSelf
        let outer = (function, loops)
        (function, loops) = (id, 0)
        defer { (function, loops) = outer }

        try parseParameters(of: id)
        let block = try parseBlock()
        functions[id.index].end = token.position
        try close(start, with: .keyword(.end))
        functions[id.index].block = block
        // The function expression belongs to the enclosing function.
        function = outer.0
        return add(.function(id), at: start.position)
    }

    private mutating func parseParameters(of id: FunctionBody.ID) throws(SyntaxFailure) {
        try expect(.openParenthesis)
        if consume(if: .closeParenthesis) { return }
        repeat {
            if consume(if: .ellipsis) {
                functions[id.index].isVararg = true
                break
            }
            let name = try parseBinding("a parameter name or '...'", allowsAttribute: false)
            functions[id.index].parameters.append(name)
        } while consume(if: .comma)
        try expect(.closeParenthesis)
    }
}
