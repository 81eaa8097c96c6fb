/// The positions of the cases of a test file.
///
/// A case is found by its name, however it gets into the list, as long as the name is a literal in a table
/// constructor.
package struct CasePlaces: Sendable {
    private let tree: SyntaxTree
    private let names: Resolution
    /// The tables by name, in the order of the file; those without a name have the key "".
    private let tables: [String: [Expression.ID]]

    /// Parses a test file; `nil` if Lua would refuse it.
    package init?(_ source: [UInt8]) {
        guard let tree = try? SyntaxTree(parsing: source), let names = try? Resolution(tree) else {
            return nil
        }
        var tables: [String: [Expression.ID]] = [:]
        var others: [String: [Expression.ID]] = [:]
        for id in tree.expressionIDs {
            guard case .table(let fields) = tree[id].kind else { continue }
            let names = fields.compactMap { tree.name(of: $0) }
            let name = fields.last { tree.name(of: $0) == "name" }
            let text = name.flatMap { tree.string(tree.unwrapped($0.value)) }
            if !Self.marks.isDisjoint(with: names) {
                if name == nil || text != nil { tables[text ?? "", default: []].append(id) }
            } else if let text {
                others[text, default: []].append(id)
            }
        }
        // Also find a case with a misspelt mark, if no other table has its name.
        tables.merge(others) { cases, _ in cases }
        self.tree = tree
        self.names = names
        self.tables = tables.mapValues { ids in
            ids.sorted { tree[$0].position < tree[$1].position }
        }
    }

    /// A table is a case if it has one of these fields.
    private static let marks: Set<String> = ["events", "run"]

    /// The position of a case; `others` is the number of earlier cases with the same name.
    package func place(of name: String, after others: Int = 0) -> Position? {
        table(name, others).map { id in
            // The first field is more helpful than the brace.
            tree.tableFields(id)?.first { tree.name(of: $0) == "name" }?.position
                ?? tree[id].position
        }
    }

    /// The position of a part of a case: of the deepest step of the path that can be followed.
    package func place(of name: String, after others: Int = 0, path: [TableStep]) -> Position? {
        guard var id = table(name, others) else { return nil }
        var position: Position?
        for step in path {
            guard let fields = tree.tableFields(id), let field = tree.field(step, in: fields)
            else { break }
            position = field.position
            id = names.definition(of: field.value, in: tree)
        }
        return position ?? place(of: name, after: others)
    }

    private func table(_ name: String, _ others: Int) -> Expression.ID? {
        guard let same = tables[name] else { return nil }
        return same.indices.contains(others) ? same[others] : same.last
    }
}
