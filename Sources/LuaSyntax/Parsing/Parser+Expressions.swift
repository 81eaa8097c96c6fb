extension Parser {
    mutating func parseExpressions() throws(SyntaxFailure) -> [Expression.ID] {
        var list = [try parseExpression()]
        while consume(if: .comma) { list.append(try parseExpression()) }
        return list
    }

    mutating func parseExpression() throws(SyntaxFailure) -> Expression.ID {
        try parseOperators(above: 0)
    }

    /// Reads an operand and all operators that bind more strongly than `limit`.
    private mutating func parseOperators(above limit: Int) throws(SyntaxFailure) -> Expression.ID {
        try enter()
        defer { depth -= 1 }
        var left = try parseOperand()
        while let binary = BinaryOperator(token.kind), binary.priority.left > limit {
            let position = token.position
            advance()
            let right = try parseOperators(above: binary.priority.right)
            left = add(.binary(binary, left, right), at: position)
        }
        return left
    }

    private mutating func parseOperand() throws(SyntaxFailure) -> Expression.ID {
        let position = token.position
        switch token.kind {
        case .keyword(.not):
            advance()
            let operand = try parseOperators(above: BinaryOperator.unaryPriority)
            return add(.logicalNot(operand), at: position)
        case .symbol(let sign) where [.minus, .length, .tilde].contains(sign):
            advance()
            let operand = try parseOperators(above: BinaryOperator.unaryPriority)
            return add(.unary(sign, operand), at: position)
        default: return try parseSimple()
        }
    }

    private mutating func parseSimple() throws(SyntaxFailure) -> Expression.ID {
        let start = token
        let kind: Expression.Kind
        switch start.kind {
        case .integer(let value): kind = .integer(value)
        case .number(let value): kind = .number(value)
        case .string(let text): kind = .string(text)
        case .keyword(.nil): kind = .nil
        case .keyword(.true): kind = .bool(true)
        case .keyword(.false): kind = .bool(false)
        case .symbol(.ellipsis):
            guard functions[function.index].isVararg else {
                throw failure("'...' outside a vararg function")
            }
            kind = .vararg
        case .symbol(.openBrace): return try parseTable()
        case .keyword(.function):
            advance()
            return try parseFunctionBody(start)
        default: return try parseSuffixed()
        }
        advance()
        return add(kind, at: start.position)
    }

    /// Reads a name or a parenthesis, and any `.name`, `[key]`, `:name()` and calls after it.
    mutating func parseSuffixed() throws(SyntaxFailure) -> Expression.ID {
        var value = try parsePrimary()
        while true {
            switch token.kind {
            case .symbol(.dot):
                advance()
                value = try parseFieldName(of: value)
            case .symbol(.openBracket):
                let open = token
                advance()
                let key = try parseExpression()
                try close(open, with: .symbol(.closeBracket))
                value = add(.index(object: value, key: key), at: open.position)
            case .symbol(.colon):
                let start = token.position
                advance()
                let position = token.position
                let name = try expectName("the name of a method")
                let arguments = try parseArguments()
                value = add(
                    .methodCall(
                        object: value, name: name, namePosition: position, arguments: arguments),
                    at: start)
            case .symbol(.openParenthesis), .symbol(.openBrace), .string:
                let start = token.position
                let arguments = try parseArguments()
                value = add(.call(function: value, arguments: arguments), at: start)
            default: return value
            }
        }
    }

    /// Reads the name after a dot, as an index into `object`.
    mutating func parseFieldName(of object: Expression.ID) throws(SyntaxFailure) -> Expression.ID {
        let position = token.position
        let key = add(.string(try expectName("the name of a field")), at: position)
        return add(.index(object: object, key: key), at: position)
    }

    private mutating func parsePrimary() throws(SyntaxFailure) -> Expression.ID {
        let start = token
        switch start.kind {
        case .name(let name):
            advance()
            return add(.name(name), at: start.position)
        case .symbol(.openParenthesis):
            advance()
            let inner = try parseExpression()
            try close(start, with: .symbol(.closeParenthesis))
            return add(.parenthesized(inner), at: start.position)
        default: throw unexpected("expected an expression or a statement")
        }
    }
}
