extension Parser {
    /// Reads `{ value, name = value, [key] = value }`.
    mutating func parseTable() throws(SyntaxFailure) -> Expression.ID {
        let open = token
        advance()
        var fields: [TableField] = []
        while !at(.closeBrace) {
            fields.append(try parseField())
            guard consume(if: .comma) || consume(if: .semicolon) else { break }
        }
        if !at(.closeBrace), startsField {
            // A common mistake, for which Lua only says that it expected '}'.
            throw unexpected(
                "expected ',' or '}' to close '{' at line \(open.position.line)",
                hint: "add a comma before it")
        }
        try close(open, with: .symbol(.closeBrace))
        return add(.table(fields), at: open.position)
    }

    /// Reads the arguments of a call: `(…)`, a string or a table.
    mutating func parseArguments() throws(SyntaxFailure) -> [Expression.ID] {
        let open = token
        switch open.kind {
        case .string(let text):
            advance()
            return [add(.string(text), at: open.position)]
        case .symbol(.openBrace): return [try parseTable()]
        case .symbol(.openParenthesis):
            advance()
            if consume(if: .closeParenthesis) { return [] }
            let arguments = try parseExpressions()
            try close(open, with: .symbol(.closeParenthesis))
            return arguments
        default: throw unexpected("expected the arguments of a call")
        }
    }

    private var startsField: Bool {
        switch token.kind {
        case .name, .string, .symbol(.openBracket), .keyword(.function): true
        default: false
        }
    }

    private mutating func parseField() throws(SyntaxFailure) -> TableField {
        let start = token
        if case .name(let name) = start.kind, next.kind == .symbol(.assign) {
            advance()
            advance()
            return TableField(
                key: .named(name), value: try parseExpression(), position: start.position)
        }
        if consume(if: .openBracket) {
            let key = try parseExpression()
            try close(start, with: .symbol(.closeBracket))
            try expect(.assign)
            return TableField(
                key: .computed(key), value: try parseExpression(), position: start.position)
        }
        return TableField(
            key: .positional, value: try parseExpression(), position: start.position)
    }
}
