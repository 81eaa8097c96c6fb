/// Locals that hide another one of the same name.
///
/// Off unless asked for.
///
/// **What.** A local, parameter or loop variable with the name of one that is visible already.
///
/// **Why.** A reader takes one for the other, and an assignment changes the wrong one.
///
/// **Example.**
/// ```lua
/// local url = event.data.url
/// if url then local url = url:lower() end
/// ```
package enum ShadowedLocal: Rule {
    package static let code = "shadowed-local"
    package static let severity = Diagnostic.Severity.warning

    /// Reports each local that hides another one, except names that begin with `_`.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        script.names.variables.compactMap { variable in
            guard let shadowed = variable.shadowed, variable.kind != .implicitSelf,
                !variable.name.hasPrefix("_")
            else { return nil }
            let line = script.names[shadowed].position.line
            return script.finding(
                Self.self, at: variable.position,
                "'\(variable.name)' shadows the variable declared at line \(line)",
                hint: "rename one of them")
        }
    }
}
