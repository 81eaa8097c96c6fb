/// Fields of what a module returned that it does not have.
///
/// **What.** A field of a table that a function of a module returned, directly or through a local, where the function
/// returns no such field and the file sets none.
///
/// **Why.** In Lua a missing field is `nil`: the comparison with it is never true.
///
/// **Example.**
/// ```lua
/// if link.parse(event.data.url).hst == "example.com" then … end
/// ```
package enum UnknownResultField: Rule {
    package static let code = "unknown-result-field"
    package static let severity = Diagnostic.Severity.error

    /// Reports each unknown field or method, unless the file assigns a field of that name anywhere.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        guard !script.api.results.isEmpty else { return [] }
        let own = Set(
            script.names.targets.compactMap { script.constantField($0) }
                .compactMap { script.tree.string($0.key) })
        return script.tree.expressionIDs.compactMap { id in
            let found: (object: Expression.ID, name: String, position: Position)
            switch script.tree[id].kind {
            case .index(let object, let key) where !script.names.targets.contains(id):
                guard let name = script.tree.string(key) else { return nil }
                found = (object, name, script.tree[key].position)
            case .methodCall(let object, let name, let position, _):
                found = (object, name, position)
            default: return nil
            }
            guard !own.contains(found.name), let result = script.result(found.object) else {
                return nil
            }
            let names = result.members.fields.union(result.members.methods)
            guard !names.contains(found.name) else { return nil }
            return script.finding(
                Self.self, at: found.position,
                "what '\(result.function)' returns has no '\(found.name)'",
                hint: Suggestion.hint(for: found.name, in: names)
                    ?? "it has \(names.sorted().joined(separator: ", "))")
        }
    }
}
