/// Assignments to fields of the event.
///
/// **What.** A field of the event, or of something read from it, is the target of an assignment.
///
/// **Why.** The event is read-only, so the line fails whenever it runs.
///
/// **Example.**
/// ```lua
/// execute = function(event, commander) event.data.ms = 5 end
/// ```
package enum EventWritten: Rule {
    package static let code = "event-written"
    package static let severity = Diagnostic.Severity.error

    /// Reports each assignment whose target is certainly a part of the event, at the field.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        var finder = OriginFinder(script)
        var findings: [Diagnostic] = []
        for assignment in script.names.assignments {
            guard case .index(let object, let key) = script.tree[assignment.target].kind,
                !script.mayBeNew(object), finder.origins(of: object) != nil
            else { continue }
            let place = script.constantField(assignment.target)?.key ?? key
            findings.append(
                script.finding(
                    Self.self, at: script.tree[place].position, "the event is read-only",
                    hint: "json.with(event, { … }) returns a changed copy", isCertain: true))
        }
        return findings
    }
}

extension ScriptModel {
    /// Whether a value can be a table that the script made: `event.data.items or {}`.
    fileprivate func mayBeNew(_ id: Expression.ID) -> Bool {
        let id = names.definition(of: id, in: tree)
        return tree.subtree(of: id).contains { part in
            if case .binary(.or, _, _) = tree[part].kind { true } else { false }
        }
    }
}
