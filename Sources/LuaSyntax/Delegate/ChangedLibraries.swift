/// The libraries, modules and globals to which a script may add members while it runs.
struct ChangedLibraries {
    /// Whether globals may be added in other ways than by an assignment.
    let addsGlobals: Bool
    private let changed: Set<String>

    /// A library that is only read, such as in `string.format(…)` and `local text = string`, stays as it is.
    init(_ script: ScriptModel) {
        let (tree, names) = (script.tree, script.names)
        addsGlobals = tree.expressionIDs.contains { id in
            (names.global(id) ?? script.requiredModule(id)).map {
                ["_G", "_ENV", "load"].contains($0)
            } ?? false
        }
        var reads: Set<Expression.ID> = []
        for variable in names.variables where variable.writes.isEmpty {
            if let value = variable.initializer { reads.insert(tree.unwrapped(value)) }
        }
        for id in tree.expressionIDs {
            switch tree[id].kind {
            case .index(let object, let key)
            where tree.string(key) != nil && !names.targets.contains(id):
                reads.insert(tree.unwrapped(object))
            case .methodCall(let object, _, _, _): reads.insert(tree.unwrapped(object))
            default: break
            }
        }
        changed = Set(
            tree.expressionIDs.compactMap { id in
                tree.unwrapped(id) == id && !reads.contains(id) ? script.library(id)?.name : nil
            })
    }

    /// Whether a library may have other members than those that the host offers.
    func contains(_ name: String) -> Bool { addsGlobals || changed.contains(name) }
}
