/// The names of functions, as far as the file shows them.
struct FunctionNames {
    private var names: [FunctionBody.ID: String] = [:]

    init(_ tree: SyntaxTree) {
        for id in tree.functions.indices {
            for block in tree.blocks(of: .init(index: id)) {
                for statement in block.statements { read(statement, tree) }
            }
        }
        for id in tree.expressionIDs {
            for field in tree.tableFields(id) ?? [] {
                if let name = tree.name(of: field), let function = tree.functionLiteral(field.value)
                {
                    names[function] = name
                }
            }
        }
    }

    /// The name of a function, or a description with its line if it has none.
    func name(of id: FunctionBody.ID, at position: Position) -> String {
        names[id] ?? "function at line \(position.line)"
    }

    private mutating func read(_ statement: Statement, _ tree: SyntaxTree) {
        switch statement.kind {
        case .localFunction(let binding, let value): setName(value, binding.name, tree)
        case .function(let target, let value): setName(value, text(target, tree), tree)
        case .local(let bindings, let values):
            for (binding, value) in zip(bindings, values) { setName(value, binding.name, tree) }
        case .assignment(let targets, let values):
            for (target, value) in zip(targets, values) { setName(value, text(target, tree), tree) }
        default: return
        }
    }

    private mutating func setName(_ value: Expression.ID, _ name: String, _ tree: SyntaxTree) {
        if let function = tree.functionLiteral(value), !name.isEmpty { names[function] = name }
    }

    private func text(_ id: Expression.ID, _ tree: SyntaxTree) -> String {
        switch tree[id].kind {
        case .name(let name): name
        case .index(_, let key): tree.string(key) ?? ""
        default: ""
        }
    }
}
