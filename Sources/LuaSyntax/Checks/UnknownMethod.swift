/// Methods that a commander does not have.
///
/// **What.** A call or field on the commander parameter of `execute` or `executeURL` whose name
/// is none of the commander's.
///
/// **Why.** The delegate fails at the very moment it should act.
///
/// **Example.**
/// ```lua
/// execute = function(event, commander) commander:emitt(event) end
/// ```
package enum UnknownMethod: Rule {
    package static let code = "unknown-method"
    package static let severity = Diagnostic.Severity.error

    /// Reports each use of an unknown name of a commander; nothing if the API declares no methods.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        let methods = script.api.commanderMethods
        guard !methods.isEmpty else { return [] }
        let isSwapped = script.commanderParameters.contains { script.names[$0].name == "event" }
        var findings: [Diagnostic] = []
        let uses = script.commanderUses
        // A script that reads the name without calling it may check whether the method exists.
        let read = Set(uses.filter { !$0.isMethodCall }.map(\.name))
        for use in uses where !methods.contains(use.name) {
            findings.append(
                script.finding(
                    Self.self, at: use.position, "a commander has no method '\(use.name)'",
                    hint: isSwapped
                        ? "the commander comes last: 'function(event, commander)'"
                        : Suggestion.hint(for: use.name, in: methods)
                            ?? "known methods: \(methods.sorted().joined(separator: ", "))",
                    isCertain: !read.contains(use.name)))
        }
        return findings
    }
}

extension ScriptModel {
    /// The uses of a member of the commander, and whether each is a method call `commander:name()`.
    var commanderUses: [(name: String, position: Position, isMethodCall: Bool)] {
        let parameters = commanderParameters
        guard !parameters.isEmpty else { return [] }
        return tree.expressionIDs.compactMap { id in
            switch tree[id].kind {
            case .methodCall(let object, let name, let position, _):
                guard let variable = names.variable(tree.unwrapped(object)),
                    parameters.contains(variable)
                else { return nil }
                return (name, position, true)
            case .index(let object, let key):
                guard let variable = names.variable(tree.unwrapped(object)),
                    parameters.contains(variable), let name = tree.string(key)
                else { return nil }
                return (name, tree[key].position, false)
            default: return nil
            }
        }
    }
}
