/// The positions of the parts of the table that a file returns, as far as they are known without running it.
package struct TablePlaces: Sendable {
    private let tree: SyntaxTree
    private let names: Resolution
    private let table: Expression.ID?
    private let end: Position

    /// The maximum number of variables to follow, in case they refer to each other.
    private static let mostVariables = 20

    /// Parses a file; throws if Lua would refuse it.
    package init(_ bytes: [UInt8]) throws(Diagnostic) {
        tree = try SyntaxTree(parsing: bytes)
        names = try Resolution(tree)
        let last = tree[.file].block.statements.last
        if case .return(let values)? = last?.kind { table = values.first } else { table = nil }
        end = last?.position ?? tree[.file].end
    }

    /// The position of a part; if unknown, that of the nearest enclosing table, or of `return`.
    package func position(of path: [TableStep]) -> Position {
        var position = end
        var current = table
        for step in path {
            guard let id = current, let entry = entry(step, of: id) else { break }
            (position, current) = entry
        }
        return position
    }

    /// The position of a part; `nil` if it is not known.
    package func knownPosition(of path: [TableStep]) -> Position? {
        var position: Position?
        var current = table
        for step in path {
            guard let id = current, let entry = entry(step, of: id) else { return nil }
            (position, current) = entry
        }
        return position
    }

    private func entry(
        _ step: TableStep, of id: Expression.ID
    ) -> (position: Position, value: Expression.ID?)? {
        var id = tree.unwrapped(id)
        for _ in 0..<Self.mostVariables {
            if let fields = tree.tableFields(id) {
                return tree.field(step, in: fields).map { ($0.position, $0.value) }
            }
            if let argument = tree.onlyArgument(of: id) {
                id = argument
                continue
            }
            guard let meaning = names.meanings[id] else { return nil }
            if let assigned = assignment(step, to: meaning) { return assigned }
            guard let value = value(of: meaning) else { return nil }
            id = tree.unwrapped(value)
        }
        return nil
    }

    /// The last assignment to a part, such as `settings.workers = 4`.
    private func assignment(
        _ step: TableStep, to meaning: Resolution.Meaning
    ) -> (position: Position, value: Expression.ID?)? {
        for assignment in names.assignments.reversed() {
            guard case .index(let object, let key) = tree[assignment.target].kind,
                names.meanings[tree.unwrapped(object)] == meaning
            else { continue }
            let isMeant =
                switch (step, tree[key].kind) {
                case (.name(let name), .string(let text)): name == text
                case (.element(let index), .integer(let number)): Int64(index) == number
                default: false
                }
            if isMeant { return (tree[key].position, assignment.value) }
        }
        return nil
    }

    private func value(of meaning: Resolution.Meaning) -> Expression.ID? {
        let assigned = names.assignments.last { names.meanings[$0.target] == meaning }?.value
        if let assigned { return assigned }
        if case .variable(let variable) = meaning { return names[variable].initializer }
        return nil
    }
}

extension SyntaxTree {
    /// The table in `define { … }`: a function with a single table argument probably returns it.
    fileprivate func onlyArgument(of id: Expression.ID) -> Expression.ID? {
        guard case .call(_, let arguments) = self[id].kind, arguments.count == 1 else { return nil }
        return unwrapped(arguments[0])
    }
}

extension TablePlaces {
    /// The position of the first table with both named and positional elements.
    package var mixed: Position? {
        tree.expressions.first { expression in
            guard case .table(let fields) = expression.kind else { return false }
            let unnamed = fields.count { if case .positional = $0.key { true } else { false } }
            return unnamed > 0 && unnamed < fields.count
        }?.position
    }

    /// The position of the first function in a table.
    package var function: Position? {
        for expression in tree.expressions {
            guard case .table(let fields) = expression.kind else { continue }
            for field in fields where tree.functionLiteral(field.value) != nil {
                return tree[field.value].position
            }
        }
        return nil
    }
}
