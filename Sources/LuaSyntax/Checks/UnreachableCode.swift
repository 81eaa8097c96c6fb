/// Statements that can never run.
///
/// **What.** What follows, in the same block, a `goto`, an `error(…)`, an endless `while true`,
/// or a block that always returns.
///
/// **Why.** Lua itself only refuses statements after `return` and is silent about the others.
///
/// **Example.**
/// ```lua
/// do return end
/// log.info("never")
/// ```
package enum UnreachableCode: Rule {
    package static let code = "unreachable-code"
    package static let severity = Diagnostic.Severity.warning

    /// Reports the first unreachable statement of each block; a label makes it reachable.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        for function in script.tree.functions.indices.map(FunctionBody.ID.init(index:)) {
            for block in script.tree.blocks(of: function) {
                guard let statement = firstUnreachable(block, script) else { continue }
                findings.append(
                    script.finding(Self.self, at: statement.position, "this code is never reached"))
            }
        }
        return findings
    }

    private static func firstUnreachable(_ block: Block, _ script: ScriptModel) -> Statement? {
        let statements = block.statements
        guard let end = statements.firstIndex(where: { neverEnds($0, script) }) else { return nil }
        let next = statements[(end + 1)...].first { !$0.isEmpty }
        // A `goto` can jump to a label.
        if case .label? = next?.kind { return nil }
        return next
    }

    /// Whether what follows a statement cannot run.
    ///
    /// Blocks nest only as deep as the parser allows.
    private static func neverEnds(_ statement: Statement, _ script: ScriptModel) -> Bool {
        switch statement.kind {
        case .return, .goto, .break: true
        case .call(let call): isError(call, script)
        case .block(let block): neverEnds(block, script)
        case .if(let branches, let otherwise?):
            branches.allSatisfy { neverEnds($0.block, script) } && neverEnds(otherwise, script)
        case .while(let condition, let block):
            if case .bool(true) = script.tree[condition].kind { !leaves(block) } else { false }
        default: false
        }
    }

    private static func neverEnds(_ block: Block, _ script: ScriptModel) -> Bool {
        // A `goto` to a label inside may bypass the end found here.
        let hasLabel = block.statements.contains {
            if case .label = $0.kind { true } else { false }
        }
        return !hasLabel && block.statements.contains { neverEnds($0, script) }
    }

    private static func isError(_ call: Expression.ID, _ script: ScriptModel) -> Bool {
        guard case .call(let function, _) = script.tree[call].kind else { return false }
        return script.names.global(function) == "error"
    }

    /// Whether a loop can be left: by a `break` of its own, or by any `goto`.
    private static func leaves(_ block: Block) -> Bool {
        block.statements.contains { statement in
            switch statement.kind {
            case .break, .goto: true
            case .while(_, let inner), .repeat(let inner, _), .numericFor(_, _, let inner),
                .genericFor(_, _, let inner):
                hasGoto(inner)
            default: statement.blocks.contains(where: leaves)
            }
        }
    }

    private static func hasGoto(_ block: Block) -> Bool {
        block.statements.contains { statement in
            if case .goto = statement.kind {
                true
            } else {
                statement.blocks.contains(where: hasGoto)
            }
        }
    }
}

extension Statement {
    fileprivate var isEmpty: Bool {
        if case .empty = kind { true } else { false }
    }
}
