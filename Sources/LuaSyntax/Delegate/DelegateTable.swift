/// The table that a script returns, as far as it is known without running the script.
package struct DelegateTable: Sendable {
    /// What the file returns.
    package enum Shape: Sendable {
        /// A table whose fields are all known.
        case table
        /// A table that also gets fields which cannot be determined.
        case openTable
        /// A value that is known only by running the file.
        case unknown
        /// Nothing or no table, with the position of the return value or of the end of the file.
        case none(Position)
    }

    /// A field with a constant name.
    package struct Field: Sendable {
        /// The name.
        package let name: String
        /// The position of the name.
        package let position: Position
        /// The value; `nil` if it is not known.
        package let value: Expression.ID?
    }

    /// What the file returns.
    package private(set) var shape = Shape.unknown
    /// The fields, in the order of the file.
    package private(set) var fields: [Field] = []
    /// The name of the table in the file: `delegate` in `return delegate`.
    package private(set) var meaning: Resolution.Meaning?

    /// Finds the table that a file returns.
    package init(_ tree: SyntaxTree, _ names: Resolution) {
        let statements = tree[.file].block.statements
        guard case .return(let values)? = statements.last?.kind else {
            if !tree.returnsInsideBlock { shape = .none(tree[.file].end) }
            return
        }
        guard let value = values.first else {
            shape = .none(statements.last?.position ?? tree[.file].end)
            return
        }
        readValue(value, tree, names)
    }

    /// The field of a name; the last one wins, as in Lua.
    package func field(_ name: String) -> Field? { fields.last { $0.name == name } }

    private mutating func readValue(_ id: Expression.ID, _ tree: SyntaxTree, _ names: Resolution) {
        let id = tree.unwrapped(id)
        switch tree[id].kind {
        case .table(let entries):
            shape = .table
            add(entries, tree)
        case .name:
            meaning = names.meanings[id]
            readVariable(tree, names)
        case .call(let function, let arguments):
            guard names.global(function) == "setmetatable", let table = arguments.first else {
                return
            }
            readValue(table, tree, names)
            if case .table = shape { shape = .openTable }
        case .nil, .bool, .integer, .number, .string, .function, .unary, .logicalNot:
            shape = .none(tree[id].position)
        default: return
        }
    }

    /// Reads `local delegate = {…}`, then `function delegate:execute()` and `delegate.on = …`.
    private mutating func readVariable(_ tree: SyntaxTree, _ names: Resolution) {
        var values: [Expression.ID?] = []
        if case .variable(let variable)? = meaning {
            // A parameter or a loop variable, whose value is unknown.
            guard names[variable].kind == .local else { return }
            if let first = names[variable].initializer { values.append(first) }
        }
        var pieces: [(key: Expression.ID, value: Expression.ID?)] = []
        for assignment in names.assignments {
            let target = assignment.target
            if names.meanings[target] == meaning { values.append(assignment.value) }
            guard case .index(let object, let key) = tree[target].kind else { continue }
            if names.meanings[tree.unwrapped(object)] == meaning {
                pieces.append((key, assignment.value))
            }
        }
        guard !values.isEmpty else { return }
        shape = .table
        for value in values {
            if let value, let entries = tree.tableFields(value) {
                add(entries, tree)
            } else {
                shape = .openTable
            }
        }
        for piece in pieces {
            if let name = tree.string(piece.key) {
                let position = tree[piece.key].position
                fields.append(Field(name: name, position: position, value: piece.value))
            } else {
                shape = .openTable
            }
        }
    }

    private mutating func add(_ entries: [TableField], _ tree: SyntaxTree) {
        for entry in entries {
            if let name = tree.name(of: entry) {
                fields.append(Field(name: name, position: entry.position, value: entry.value))
            } else if case .computed = entry.key {
                shape = .openTable
            }
        }
    }
}
