/// Where the cases of a test file are written.
///
/// A case is known by its name, so it is found however it got into the list, as long as the name is written
/// out in a table constructor.
package struct CasePlaces: Sendable {
    private let tree: SyntaxTree
    private let names: Resolution
    /// By name, the tables, in the order of the file.
    private let tables: [String: [Expression.ID]]

    /// Reads a test file; `nil` for one that Lua would refuse.
    package init?(_ source: [UInt8]) {
        guard let tree = try? SyntaxTree(parsing: source), let names = try? Resolution(tree) else {
            return nil
        }
        var tables: [String: [Expression.ID]] = [:]
        for id in tree.expressionIDs {
            guard case .table(let fields) = tree[id].kind,
                let name = fields.last(where: { tree.name(of: $0) == "name" }),
                let text = tree.string(tree.unwrapped(name.value)),
                fields.contains(where: { Self.marks.contains(tree.name(of: $0) ?? "") })
            else { continue }
            tables[text, default: []].append(id)
        }
        self.tree = tree
        self.names = names
        self.tables = tables.mapValues { ids in
            ids.sorted { tree[$0].position < tree[$1].position }
        }
    }

    /// A table is a case if it also says what is to be done.
    private static let marks: Set<String> = ["events", "run"]

    /// Where a case begins, by its name and how many of the same name come before it.
    package func place(of name: String, after others: Int = 0) -> Position? {
        table(name, others).map { id in
            // The brace says less than the first thing in it.
            tree.tableFields(id)?.first { tree.name(of: $0) == "name" }?.position
                ?? tree[id].position
        }
    }

    /// Where a part of a case is written: the deepest step of the path that can be followed.
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
