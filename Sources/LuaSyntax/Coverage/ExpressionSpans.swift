/// The byte ranges of all expressions.
///
/// The tree only stores the position of an operator; to wrap an expression, both ends are needed. Operands precede
/// the expressions that use them, so one pass is enough.
struct ExpressionSpans {
    private var first: [Int] = []
    private var last: [Int] = []
    private let tokens: [Token]

    init(_ tree: SyntaxTree) {
        tokens = tree.script.tokens
        var number: [Int: Int] = [:]
        for (index, token) in tokens.enumerated() { number[token.position.offset] = index }
        first.reserveCapacity(tree.expressions.count)
        last.reserveCapacity(tree.expressions.count)
        for expression in tree.expressions {
            let own = number[expression.position.offset] ?? 0
            let (begin, end) = span(of: expression, at: own, tree, number)
            first.append(begin)
            last.append(end)
        }
    }

    /// The byte range of an expression.
    subscript(id: Expression.ID) -> Range<Int> {
        let start = tokens[first[id.index]].position.offset
        return start..<max(start, tokens[last[id.index]].end)
    }

    /// The indices of the first and the last token; `own` is the token at the position of the expression.
    private func span(
        of expression: Expression, at own: Int, _ tree: SyntaxTree, _ number: [Int: Int]
    ) -> (Int, Int) {
        switch expression.kind {
        case .nil, .bool, .integer, .number, .string, .vararg, .name: return (own, own)
        case .function(let function): return (own, number[tree[function].end.offset] ?? own)
        case .index(let object, let key):
            // `a.b` ends with the name, `a[b]` with the bracket after the key.
            let isName = tokens[own].kind != .symbol(.openBracket)
            return (first[object.index], isName ? own : last[key.index] + 1)
        case .call(let function, let arguments):
            return (first[function.index], end(of: arguments, from: own))
        case .methodCall(let object, _, let name, let arguments):
            let word = number[name.offset] ?? own
            return (first[object.index], end(of: arguments, from: word + 1))
        case .table(let fields): return (own, end(of: fields, from: own))
        case .unary(_, let operand), .logicalNot(let operand): return (own, last[operand.index])
        case .binary(_, let left, let right): return (first[left.index], last[right.index])
        case .parenthesized(let inner): return (own, last[inner.index] + 1)
        }
    }

    /// The index of the last token of arguments that start at a token: `(…)`, a table or a string.
    private func end(of arguments: [Expression.ID], from open: Int) -> Int {
        guard tokens[open].kind == .symbol(.openParenthesis) else {
            return arguments.last.map { last[$0.index] } ?? open
        }
        return (arguments.last.map { last[$0.index] } ?? open) + 1
    }

    /// The index of the closing brace, which a separator may precede.
    private func end(of fields: [TableField], from open: Int) -> Int {
        var next = (fields.last.map { last[$0.value.index] } ?? open) + 1
        while next + 1 < tokens.count, tokens[next].kind != .symbol(.closeBrace) { next += 1 }
        return next
    }
}
