extension ScriptModel {
    /// The modules that a file requires by a literal name, anywhere in it, with the position of each name.
    package var requirements: [Outline.Requirement] {
        tree.expressionIDs.compactMap { id in
            guard case .call(_, let arguments) = tree[id].kind, let first = arguments.first,
                let module = requiredModule(id)
            else { return nil }
            return Outline.Requirement(module: module, position: tree[first].position)
        }
    }
}

extension ScriptModel {
    /// Whether a name passed to `require` is computed, or `require` itself is passed on.
    package var requiresComputedNames: Bool {
        var calls = 0
        var uses = 0
        for id in tree.expressionIDs {
            if requiredModule(id) != nil { calls += 1 }
            if names.global(id) == "require" { uses += 1 }
        }
        return uses != calls
    }

    /// The arguments of each call of a field, `x.share(…)`, whatever `x` is; `nil` for a use other than a call.
    package func calls(ofField name: String) -> [[Literal]?] {
        var calls: [Expression.ID: [Literal]] = [:]
        var uses: [Expression.ID] = []
        for id in tree.expressionIDs {
            if case .call(let function, let arguments) = tree[id].kind {
                calls[tree.unwrapped(function)] = arguments.map { tree.literal($0) }
            }
            if let field = constantField(id), tree.string(field.key) == name { uses.append(id) }
        }
        return uses.map { calls[$0] }
    }
}
