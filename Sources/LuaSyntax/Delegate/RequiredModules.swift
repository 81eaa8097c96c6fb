extension ScriptModel {
    /// What a file requires by a name that is written out, wherever in it, with the place of the name.
    package var requirements: [(module: String, position: Position)] {
        tree.expressionIDs.compactMap { id in
            guard case .call(_, let arguments) = tree[id].kind, let first = arguments.first,
                let module = requiredModule(id)
            else { return nil }
            return (module, tree[first].position)
        }
    }
}
