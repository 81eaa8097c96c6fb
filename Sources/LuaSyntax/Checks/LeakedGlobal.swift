/// Globals that come into being by forgetting `local`.
///
/// **What.** An assignment to a name that is not declared, and `function name() … end` outside
/// of a table.
///
/// **Why.** A global lives as long as the Lua state: it carries a value from one event into the
/// next, a different one in each worker, and it is gone after a reload.
///
/// **Example.**
/// ```lua
/// execute = function(event) total = event.data.amount end
/// ```
package enum LeakedGlobal: Rule {
    package static let code = "leaked-global"
    package static let severity = Diagnostic.Severity.warning

    /// Reports each name once, at its first assignment; nothing if the file replaces `_ENV`.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        guard !script.names.replacesEnvironment else { return [] }
        let locals = Set(script.names.variables.map(\.name))
        var reported: Set<String> = []
        var findings: [Diagnostic] = []
        for assignment in script.names.assignments {
            // Once per name: one 'local' fixes all places.
            guard let name = script.names.global(assignment.target),
                reported.insert(name).inserted
            else { continue }
            let declaration =
                assignment.isFunctionStatement ? "local function \(name)(…)" : "local \(name) = …"
            let isKnown = script.api.globals[name] != nil
            let meant =
                findings.count < Suggestion.mostFindings
                ? Suggestion.hint(for: name, in: locals) : nil
            findings.append(
                script.finding(
                    Self.self, at: script.tree[assignment.target].position,
                    isKnown
                        ? "this replaces the global '\(name)' for the whole script"
                        : "'\(name)' is not declared, so this assignment creates a global",
                    hint: meant ?? "write '\(declaration)'"))
        }
        return findings
    }
}
