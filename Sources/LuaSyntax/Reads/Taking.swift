extension ScriptModel {
    /// Whether the delegate keeps every event that it is asked about, unless it fails: nobody further down the
    /// line ever sees one of them.
    ///
    /// False where that cannot be told.
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

    /// Whether a question is not asked, or answered by `return true` and nothing else.
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

    /// Whether it calls `pass`, or passes the commander to a function that could.
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
