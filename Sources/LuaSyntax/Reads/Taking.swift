extension ScriptModel {
    /// Whether the delegate handles every event it is asked about unless it fails, so that no later delegate gets
    /// one.
    ///
    /// False if this cannot be determined.
    package var takesEverything: Bool {
        guard hasPlainTable,
            ["shouldHandle", "shouldHandleLinkDrillNavigation"].allSatisfy(agreesAlways)
        else { return false }
        return !mayPass
    }

    /// Whether the delegate is known to have no functions for single types of events.
    package var hasPlainTable: Bool {
        guard case .table = delegate.shape else { return false }
        return !delegate.fields.contains { api.delegateFunctions.contains($0.name) }
    }

    /// Whether a question such as `shouldHandle` is missing, or is only `return true`.
    private func agreesAlways(_ name: String) -> Bool {
        guard let field = delegate.field(name) else { return true }
        guard let value = field.value, let function = functions(value).first,
            functions(value).count == 1
        else { return false }
        let statements = tree[function].block.statements
        guard statements.count == 1, case .return(let values) = statements[0].kind,
            let first = values.first, case .bool(true) = tree[tree.unwrapped(first)].kind
        else { return false }
        return true
    }

    /// Whether the delegate calls `pass`, or passes the commander to a function that may do so.
    private var mayPass: Bool {
        var asked: Set<Expression.ID> = []
        for id in tree.expressionIDs {
            switch tree[id].kind {
            case .methodCall(let object, let name, _, _):
                if name == "pass" { return true }
                asked.insert(tree.unwrapped(object))
            case .index(_, let key) where tree.string(key) == "pass": return true
            case .vararg: return true
            default: continue
            }
        }
        return commanderParameters.contains { parameter in
            names[parameter].reads.contains { !asked.contains($0) }
        }
    }
}
