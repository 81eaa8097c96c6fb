extension SyntaxTree {
    /// Whether the file returns from inside of a block, so that its last statement is not the only return.
    var returnsInsideBlock: Bool {
        blocks(of: .file).contains { block in
            block.statements.contains { statement in
                if case .return(let values) = statement.kind { !values.isEmpty } else { false }
            }
        }
    }

    /// The blocks of a function, without those of nested functions.
    func blocks(of id: FunctionBody.ID) -> [Block] {
        var found: [Block] = []
        var pending = [self[id].block]
        while let block = pending.popLast() {
            found.append(block)
            for statement in block.statements { pending.append(contentsOf: statement.blocks) }
        }
        return found
    }
}

extension Statement {
    /// The blocks directly inside of a statement.
    var blocks: [Block] {
        switch kind {
        case .block(let block), .while(_, let block), .repeat(let block, _),
            .numericFor(_, _, let block), .genericFor(_, _, let block):
            [block]
        case .if(let branches, let otherwise):
            branches.map(\.block) + (otherwise.map { [$0] } ?? [])
        default: []
        }
    }
}
