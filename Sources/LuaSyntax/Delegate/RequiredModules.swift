extension ScriptModel {
    /// What a file requires by a name that is written out, wherever in it, with the place of the name.
    package var requirements: [Outline.Requirement] {
        tree.expressionIDs.compactMap { id in
            guard case .call(_, let arguments) = tree[id].kind, let first = arguments.first,
                let module = requiredModule(id)
            else { return nil }
            return Outline.Requirement(module: module, position: tree[first].position)
        }
    }
}
