extension Parser {
    mutating func parseBlock() throws(SyntaxFailure) -> Block {
        var statements: [Statement] = []
        while !endsBlock {
            let isReturn = at(.return)
            statements.append(try parseStatement())
            if isReturn { break }
        }
        return Block(statements: statements)
    }

    private var endsBlock: Bool {
        switch token.kind {
        case .endOfFile, .keyword(.end), .keyword(.else), .keyword(.elseif), .keyword(.until): true
        default: false
        }
    }

    private mutating func parseStatement() throws(SyntaxFailure) -> Statement {
        try enter()
        defer { depth -= 1 }
        let start = token
        let kind = try parseStatementKind(start)
        return Statement(kind: kind, position: start.position)
    }

    private mutating func parseStatementKind(_ start: Token) throws(SyntaxFailure) -> Statement.Kind
    {
        switch start.kind {
        case .symbol(.semicolon):
            advance()
            return .empty
        case .symbol(.doubleColon): return try parseLabel()
        case .keyword(.if): return try parseIf(start)
        case .keyword(.while): return try parseWhile(start)
        case .keyword(.for): return try parseFor(start)
        case .keyword(.repeat): return try parseRepeat(start)
        case .keyword(.function): return try parseFunctionStatement(start)
        case .keyword(.local): return try parseLocal()
        case .keyword(.return): return try parseReturn()
        case .keyword(.do):
            advance()
            let block = try parseBlock()
            try close(start, with: .keyword(.end))
            return .block(block)
        case .keyword(.break):
            guard loops > 0 else { throw failure("'break' outside a loop") }
            advance()
            return .break
        case .keyword(.goto):
            advance()
            return .goto(try expectName("the name of a label"))
        default: return try parseExpressionStatement()
        }
    }

    private mutating func parseLabel() throws(SyntaxFailure) -> Statement.Kind {
        advance()
        let name = try expectName("the name of a label")
        try expect(.doubleColon)
        return .label(name)
    }

    private mutating func parseReturn() throws(SyntaxFailure) -> Statement.Kind {
        advance()
        let values = endsBlock || at(.semicolon) ? [] : try parseExpressions()
        _ = consume(if: .semicolon)
        return .return(values)
    }

    /// Reads `function a.b:c() … end`.
    private mutating func parseFunctionStatement(
        _ start: Token
    ) throws(SyntaxFailure)
        -> Statement.Kind
    {
        advance()
        let position = token.position
        var target = add(.name(try expectName("the name of the function")), at: position)
        var isMethod = false
        while !isMethod, at(.dot) || at(.colon) {
            isMethod = at(.colon)
            advance()
            target = try parseFieldName(of: target)
        }
        let value = try parseFunctionBody(start, hasImplicitSelf: isMethod)
        return .function(target: target, value: value)
    }

    /// Reads an assignment or a call.
    private mutating func parseExpressionStatement() throws(SyntaxFailure) -> Statement.Kind {
        let first = try parseSuffixed()
        guard at(.assign) || at(.comma) else {
            if case .call = expressions[first.index].kind { return .call(first) }
            if case .methodCall = expressions[first.index].kind { return .call(first) }
            throw unexpected("expected '=' or a call: an expression alone is not a statement")
        }
        var targets = [first]
        try checkTarget(first)
        let outer = depth
        defer { depth = outer }
        while consume(if: .comma) {
            let target = try parseSuffixed()
            try checkTarget(target)
            try enter()
            targets.append(target)
        }
        try expect(.assign)
        return .assignment(targets: targets, values: try parseExpressions())
    }

    private func checkTarget(_ id: Expression.ID) throws(SyntaxFailure) {
        switch expressions[id.index].kind {
        case .name, .index: return
        default: throw failure("cannot assign to this expression; assign to a name or a field")
        }
    }
}
