/// Members of a published event that the commander does not know.
///
/// **What.** A call of `commander:publish` with a table that is written out and has another member than those of an
/// event.
///
/// **Why.** The delegate fails at the moment it should publish.
///
/// **Example.**
/// ```lua
/// execute = function(event, commander) commander:publish { type = "order.large", dat = event.data } end
/// ```
package enum UnknownMember: Rule {
    package static let code = "unknown-member"
    package static let severity = Diagnostic.Severity.error

    /// Reports each unknown member of a table constructor that is passed to `publish` directly.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        let members = script.api.publishMembers
        guard !members.isEmpty else { return [] }
        let parameters = script.commanderParameters
        guard !parameters.isEmpty else { return [] }
        var findings: [Diagnostic] = []
        for id in script.tree.expressionIDs {
            guard case .methodCall(let object, "publish", _, let arguments) = script.tree[id].kind,
                let variable = script.names.variable(script.tree.unwrapped(object)),
                parameters.contains(variable),
                let fields = arguments.first.flatMap({ script.tree.tableFields($0) })
            else { continue }
            for field in fields {
                guard let name = script.tree.name(of: field), !members.contains(name) else {
                    continue
                }
                let known = "the members are \(members.joined(separator: ", "))"
                findings.append(
                    script.finding(
                        Self.self, at: field.position,
                        "commander:publish has no member '\(name)'",
                        hint: Suggestion.hint(for: name, in: members) ?? known, isCertain: true))
            }
        }
        return findings
    }
}
