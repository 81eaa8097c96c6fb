/// Outputs that the configuration does not declare.
///
/// **What.** A call of `commander:emit` whose second argument is a string that names no declared output.
///
/// **Why.** The delegate fails at the moment it should emit.
///
/// **Example.**
/// ```lua
/// execute = function(event, commander) commander:emit(event, "erors") end
/// ```
package enum UnknownOutput: Rule {
    package static let code = "unknown-output"
    package static let severity = Diagnostic.Severity.error

    /// Reports each unknown name; nothing if the outputs of the configuration are not known.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        guard let outputs = script.api.outputs else { return [] }
        let parameters = script.commanderParameters
        guard !parameters.isEmpty else { return [] }
        return script.tree.expressionIDs.compactMap { id in
            guard case .methodCall(let object, "emit", _, let arguments) = script.tree[id].kind,
                let variable = script.names.variable(script.tree.unwrapped(object)),
                parameters.contains(variable), arguments.count > 1,
                let name = script.tree.string(arguments[1]), !outputs.contains(name)
            else { return nil }
            let known =
                outputs.isEmpty
                ? "declare it in perilune.lua: outputs = { \(name) = { file = \"FILE\" } }"
                : "the outputs are \(outputs.sorted().joined(separator: ", "))"
            return script.finding(
                Self.self, at: script.tree[arguments[1]].position,
                "there is no output '\(name)'",
                hint: Suggestion.hint(for: name, in: outputs) ?? known, isCertain: true)
        }
    }
}
