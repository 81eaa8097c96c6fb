import PeriluneCore

/// Checks the types of a tree and makes code of it.
struct Compiler {
    let source: ExpressionSource
    let names: [String]
    let dialect: Expression.Dialect
    var warnings: [ExpressionIssue] = []

    init(source: ExpressionSource, names: [String], dialect: Expression.Dialect) {
        self.source = source
        self.names = names
        self.dialect = dialect
    }

    typealias Lookup = (String) -> Expression.Knowledge

    /// Code with its type, which is `nil` if it is not known yet, or if all values are null.
    struct Typed {
        var code: Code
        var type: ValueType?
    }

    mutating func compile(_ tree: SyntaxTree, _ lookup: Lookup) throws(PeriluneError) -> Typed {
        switch tree.kind {
        case .number(let value): Typed(code: .constant(.numbers(.one(value))), type: .number)
        case .text(let text): Typed(code: .constant(.texts(.one(text))), type: .text)
        case .name(let name): try named(name, at: tree.offset, lookup)
        case .chain(let first, let links): try chain(first, links, lookup)
        case .call(let function, let arguments):
            try call(function, arguments, at: tree.offset, lookup)
        }
    }

    private func named(
        _ name: String, at offset: Int, _ lookup: Lookup
    ) throws(PeriluneError) -> Typed {
        let code = Code.slot(names.firstIndex(of: name) ?? 0)
        switch lookup(name) {
        case .of(let type): return Typed(code: code, type: type)
        case .ofAnyType: return Typed(code: code, type: nil)
        case .absent:
            let isVariable = Expression.isVariable(name)
            let kind = isVariable ? "variable" : dialect == .diagram ? "node" : "column"
            var error = source.error("there is no \(kind) \(name)", at: offset)
            error.code = isVariable ? .missingVariable : .missingColumn
            throw error
        }
    }

    private mutating func chain(
        _ first: SyntaxTree, _ links: [SyntaxTree.Link], _ lookup: Lookup
    ) throws(PeriluneError) -> Typed {
        let start = try compile(first, lookup)
        // A constant can only be taken for a date if it is not part of a larger expression.
        var left = (tree: Optional(first), typed: start)
        var head = start.code
        var steps: [Code.Step] = []
        for link in links {
            var right = try compile(link.operand, lookup)
            if link.operation.isComparison {
                if left.typed.type == .date, let date = try constantDate(link.operand) {
                    right = date
                } else if right.type == .date, let tree = left.tree,
                    let date = try constantDate(tree)
                {
                    left.typed = date
                    head = date.code
                }
            }
            let (operation, type) = try operation(
                link.operation, left.typed.type, right.type, at: link.offset)
            steps.append(.init(operation: operation, operand: right.code, offset: link.offset))
            left = (nil, Typed(code: head, type: type))
        }
        return Typed(code: .chain(head, steps), type: left.typed.type)
    }

    /// The date of a constant such as `'2009-09-01'`, if it is compared with a date.
    private func constantDate(_ tree: SyntaxTree) throws(PeriluneError) -> Typed? {
        guard case .text(let text) = tree.kind else { return nil }
        guard let date = ValueText.date(text) else {
            throw source.error(
                "'\(text)' is not a date", at: tree.offset, hint: "write date(2009,9,1)")
        }
        return Typed(code: .constant(.dates(.one(date))), type: .date)
    }

    private func operation(
        _ operation: BinaryOperator, _ left: ValueType?, _ right: ValueType?, at offset: Int
    ) throws(PeriluneError) -> (Code.Operation, ValueType?) {
        if operation.isComparison {
            if let left, let right, left != right {
                throw source.error(
                    "\(left.article) cannot be compared with \(right.article)", at: offset,
                    hint: left == .text || right == .text
                        ? "convert to a string with String(…)" : nil)
            }
            return (.compare(operation, left ?? right ?? .number), .number)
        }
        // To a date only a text can be added.
        let isText =
            left == .text || right == .text || left == nil && right == .date
            || left == .date && right == nil
        if operation == .add, isText { return (.concatenate, .text) }
        for type in [left, right] {
            guard let type, type != .number else { continue }
            throw source.error(
                "'\(operation.rawValue)' requires numbers, got \(type.article)", at: offset,
                hint: type == .date ? "add days to a date with RelativeDate(date, days)" : nil)
        }
        let isKnown = left == .number && right == .number
        // A sum of what is not known yet may turn out to be a text.
        return (.arithmetic(operation), isKnown || operation != .add ? .number : nil)
    }
}
