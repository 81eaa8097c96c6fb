/// Values that a function of the delegate returns.
///
/// **What.** `execute`, `executeURL` or `onTimer` returns a part of the event, or a value that is written out.
///
/// **Why.** Such a function returns nothing, a truth value, or what a method of the commander gives. With
/// anything else, the event fails.
///
/// **Example.**
/// ```lua
/// execute = function(event, commander) return event.data end
/// ```
package enum ReturnedValue: Rule {
    package static let code = "returned-value"
    package static let severity = Diagnostic.Severity.error

    /// Reports each `return` with a value that is refused for every event.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        var finder = OriginFinder(script)
        var findings: [Diagnostic] = []
        var seen: Set<FunctionBody.ID> = []
        for action in script.actions
        where answersNothing(action) && seen.insert(action.body).inserted {
            let statements = script.tree.blocks(of: action.body).flatMap(\.statements)
            for statement in statements {
                guard case .return(let values) = statement.kind, let value = values.first,
                    isRefused(value, script, &finder)
                else { continue }
                findings.append(
                    script.finding(
                        Self.self, at: script.tree[script.tree.root(of: value) ?? value].position,
                        "'\(action.field)' must return nothing",
                        hint:
                            "to emit a value use commander:emit(value), to reject the event commander:reject(reason)",
                        isCertain: true))
            }
        }
        return findings
    }

    /// Whether a function must return nothing; those for single types of events may answer with a value.
    private static func answersNothing(_ action: ScriptModel.ActingFunction) -> Bool {
        ScriptModel.actingFunctions.contains(action.field) || action.field == "onTimer"
    }

    /// Whether a value is never nil, a truth value or a decision.
    private static func isRefused(
        _ id: Expression.ID, _ script: ScriptModel, _ finder: inout OriginFinder
    ) -> Bool {
        let id = script.names.definition(of: id, in: script.tree)
        switch script.tree[id].kind {
        case .integer, .number, .string, .table, .function: return true
        case .name, .index:
            // Deeper fields can be true, false or missing.
            let origins = finder.origins(of: id) ?? []
            return !origins.isEmpty && origins.allSatisfy { always.contains($0.path) }
        default: return false
        }
    }

    private static let always: Set<EventPath> = [
        EventPath(), EventPath(dotted: "id"), EventPath(dotted: "source"),
        EventPath(dotted: "type"), EventPath(dotted: "data"),
    ]
}
