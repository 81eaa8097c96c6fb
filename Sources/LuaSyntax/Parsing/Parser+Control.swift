extension Parser {
    mutating func parseIf(_ start: Token) throws(SyntaxFailure) -> Statement.Kind {
        var branches: [Branch] = []
        repeat {
            advance()
            let condition = try parseExpression()
            try expect(.then)
            branches.append(Branch(condition: condition, block: try parseBlock()))
        } while at(.elseif)
        let otherwise = consume(if: .else) ? try parseBlock() : nil
        try close(start, with: .keyword(.end))
        return .if(branches, otherwise: otherwise)
    }

    mutating func parseWhile(_ start: Token) throws(SyntaxFailure) -> Statement.Kind {
        advance()
        let condition = try parseExpression()
        try expect(.do)
        let block = try parseLoopBlock()
        try close(start, with: .keyword(.end))
        return .while(condition: condition, block)
    }

    mutating func parseRepeat(_ start: Token) throws(SyntaxFailure) -> Statement.Kind {
        advance()
        let block = try parseLoopBlock()
        try close(start, with: .keyword(.until))
        return .repeat(block, until: try parseExpression())
    }

    /// Reads `for i = 1, 10 do … end` or `for key, value in pairs(t) do … end`.
    mutating func parseFor(_ start: Token) throws(SyntaxFailure) -> Statement.Kind {
        advance()
        var bindings = [try parseBinding("the name of the loop variable", allowsAttribute: false)]
        if consume(if: .assign) {
            var range = [try parseExpression()]
            try expect(.comma)
            range.append(try parseExpression())
            if consume(if: .comma) { range.append(try parseExpression()) }
            return .numericFor(bindings[0], range: range, try parseForBlock(start))
        }
        while consume(if: .comma) {
            bindings.append(try parseBinding("the name of a variable", allowsAttribute: false))
        }
        guard consume(if: .in) else {
            throw unexpected(bindings.count == 1 ? "expected '=' or 'in'" : "expected 'in'")
        }
        let values = try parseExpressions()
        return .genericFor(bindings, values: values, try parseForBlock(start))
    }

    private mutating func parseForBlock(_ start: Token) throws(SyntaxFailure) -> Block {
        try expect(.do)
        let block = try parseLoopBlock()
        try close(start, with: .keyword(.end))
        return block
    }

    private mutating func parseLoopBlock() throws(SyntaxFailure) -> Block {
        loops += 1
        defer { loops -= 1 }
        return try parseBlock()
    }
}
