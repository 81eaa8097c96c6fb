/// Modules that `require` will not find.
///
/// **What.** `require` of a name that is neither a module of the host nor a file beside the script.
///
/// **Why.** The script does not load, and says so only where it runs.
///
/// **Example.**
/// ```lua
/// local crm = require "crn"
/// ```
package enum UnknownModule: Rule {
    package static let code = "unknown-module"
    package static let severity = Diagnostic.Severity.error

    /// Reports each `require` of a constant name that neither the host nor a file beside the script provides.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        let api = script.api
        var findings: [Diagnostic] = []
        for id in script.tree.expressionIDs {
            guard case .call(_, let arguments) = script.tree[id].kind,
                let module = script.requiredModule(id), api.modules[module] == nil,
                !api.scriptModules.contains(module), api.globals[module]?.isEmpty ?? true,
                let argument = arguments.first
            else { continue }
            // Only after a finding, since a folder may contain thousands of files.
            let known = Set(api.modules.keys).union(api.scriptModules)
            let list =
                known.isEmpty ? nil : "known modules: \(known.sorted().joined(separator: ", "))"
            findings.append(
                script.finding(
                    Self.self, at: script.tree[argument].position,
                    "there is no module '\(module)'",
                    hint: Suggestion.hint(for: module, in: known) ?? list))
        }
        return findings
    }
}
