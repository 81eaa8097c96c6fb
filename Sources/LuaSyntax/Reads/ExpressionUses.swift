/// How the values of expressions are used.
struct ExpressionUses {
    private let script: ScriptModel
    private var parents: [Expression.ID: Expression.ID] = [:]
    /// The conditions of `if`, `while` and `until`.
    private var conditions: Set<Expression.ID> = []

    init(_ script: ScriptModel) {
        self.script = script
        for id in script.tree.expressionIDs {
            for operand in script.tree.operands(of: id) { parents[operand] = id }
        }
        for number in script.tree.functions.indices {
            for block in script.tree.blocks(of: FunctionBody.ID(index: number)) {
                for statement in block.statements { read(statement) }
            }
        }
    }

    private mutating func read(_ statement: Statement) {
        switch statement.kind {
        case .if(let branches, _): conditions.formUnion(branches.map(\.condition))
        case .while(let condition, _), .repeat(_, let condition): conditions.insert(condition)
        default: return
        }
    }

    private func parent(of id: Expression.ID) -> (id: Expression.ID, child: Expression.ID)? {
        var child = id
        while let parent = parents[child] {
            guard case .parenthesized = script.tree[parent].kind else { return (parent, child) }
            child = parent
        }
        return nil
    }

    /// Whether the script tests with an expression whether there is a value.
    func isGuard(_ id: Expression.ID) -> Bool {
        guard let (parent, child) = parent(of: id) else {
            var outer = id
            while let next = parents[outer] { outer = next }
            return conditions.contains(outer)
        }
        switch script.tree[parent].kind {
        case .logicalNot: return true
        case .binary(.and, let left, _), .binary(.or, let left, _):
            // The last operand is tested if the whole expression is.
            return left == child || isGuard(parent)
        default: return false
        }
    }

    /// Whether the script fails if an expression has no value.
    func needsValue(_ id: Expression.ID) -> Bool {
        guard let (parent, child) = parent(of: id) else { return false }
        switch script.tree[parent].kind {
        case .index(let object, _), .methodCall(let object, _, _, _): return object == child
        case .call(let function, _):
            return function == child
                || ["pairs", "ipairs"].contains(script.names.global(function) ?? "")
        case .unary: return true
        case .binary(.symbol(let sign), _, _): return ![.equal, .notEqual].contains(sign)
        default: return false
        }
    }
}
