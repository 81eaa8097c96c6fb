extension SyntaxTree {
    /// The numbers of all expressions.
    package var expressionIDs: LazyMapCollection<Range<Int>, Expression.ID> {
        expressions.indices.lazy.map(Expression.ID.init(index:))
    }

    /// The operands of an expression; the body of a function is not one.
    func operands(of id: Expression.ID) -> [Expression.ID] {
        switch self[id].kind {
        case .nil, .bool, .integer, .number, .string, .vararg, .name, .function: return []
        case .index(let object, let key): return [object, key]
        case .call(let function, let arguments): return [function] + arguments
        case .methodCall(let object, _, _, let arguments): return [object] + arguments
        case .unary(_, let operand), .logicalNot(let operand), .parenthesized(let operand):
            return [operand]
        case .binary(_, let left, let right): return [left, right]
        case .table(let fields):
            return fields.flatMap { field in
                if case .computed(let key) = field.key {
                    [key, field.value]
                } else {
                    [field.value]
                }
            }
        }
    }

    /// An expression and all below it in order, without recursion.
    func subtree(of id: Expression.ID) -> [Expression.ID] {
        var found: [Expression.ID] = []
        var pending = [id]
        while let next = pending.popLast() {
            found.append(next)
            pending.append(contentsOf: operands(of: next).reversed())
        }
        return found
    }

    /// The text of a string literal.
    func string(_ id: Expression.ID) -> String? {
        if case .string(let text) = self[id].kind { text } else { nil }
    }

    /// The expression inside of any parentheses.
    func unwrapped(_ id: Expression.ID) -> Expression.ID {
        var id = id
        while case .parenthesized(let inner) = self[id].kind { id = inner }
        return id
    }

    /// The name at the left end of `a`, `a.b`, `a[b].c` and so on.
    func root(of id: Expression.ID) -> Expression.ID? {
        var id = id
        while true {
            switch self[id].kind {
            case .name: return id
            case .index(let object, _): id = object
            case .parenthesized(let inner): id = inner
            default: return nil
            }
        }
    }

    /// The fields of a table constructor.
    func tableFields(_ id: Expression.ID) -> [TableField]? {
        if case .table(let fields) = self[unwrapped(id)].kind { fields } else { nil }
    }

    /// The constant key of an entry, `name = …` or `["name"] = …`; `nil` for other entries.
    func name(of field: TableField) -> String? {
        switch field.key {
        case .positional: nil
        case .named(let name): name
        case .computed(let key): string(key)
        }
    }

    /// The function of a function expression; `nil` for other expressions.
    func functionLiteral(_ id: Expression.ID) -> FunctionBody.ID? {
        if case .function(let function) = self[unwrapped(id)].kind { function } else { nil }
    }
}
