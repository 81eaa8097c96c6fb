/// Modules that are required too late.
///
/// **What.** A function that the host calls requires `state` or `timer`, and the top of the file does not.
///
/// **Why.** Whether a script has state decides how its events are spread over workers, so the host must know it
/// when the script is loaded. The call fails.
///
/// **Example.**
/// ```lua
/// return { execute = function() local state = require "state" end }
/// ```
package enum LateRequire: Rule {
    package static let code = "late-require"
    package static let severity = Diagnostic.Severity.error

    /// Reports each late `require` of a module that the top of the file does not require.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        let called = Reachability(script).functions
        var early: Set<String> = []
        var late: [(module: String, id: Expression.ID)] = []
        for id in script.tree.expressionIDs {
            guard case .call = script.tree[id].kind, let module = script.requiredModule(id),
                ["state", "timer"].contains(module)
            else { continue }
            if called.contains(script.tree[id].function) {
                late.append((module, id))
            } else {
                early.insert(module)
            }
        }
        return late.filter { !early.contains($0.module) }.map { module, id in
            script.finding(
                Self.self, at: script.tree[id].position,
                "'\(module)' is required in a function, when the script is already loaded",
                hint: "write 'local \(module) = require \"\(module)\"' at the top of the file",
                isCertain: true)
        }
    }
}
