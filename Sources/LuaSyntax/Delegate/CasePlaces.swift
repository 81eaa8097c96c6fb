/// Where the cases of a test file are written.
///
/// A case is known by its name, so it is found however it got into the list, as long as the name is written
/// out in a table constructor.
package struct CasePlaces: Sendable {
    private let tree: SyntaxTree
    private let names: Resolution
    /// By name, the tables, in the order of the file; those without a name under an empty one.
    private let tables: [String: [Expression.ID]]

    /// Reads a test file; `nil` for one that Lua would refuse.
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
        // A case whose mark is mistyped is to be found too, where no other table has its name.
        tables.merge(others) { cases, _ in cases }
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
