/// Locals that nothing reads.
///
/// **What.** A `local` or `local function` whose name is never read. Parameters and loop
/// variables are not reported, nor names that start with `_`.
///
/// **Why.** Either the line is left over, or another name was meant where it should be read.
///
/// **Example.**
/// ```lua
/// local subject = event.subject
/// log.info(event.subjet)
/// ```
package enum UnusedLocal: Rule {
    package static let code = "unused-local"
    package static let severity = Diagnostic.Severity.warning

    /// Reports each local that is never read, also if it is assigned; a `<close>` variable counts as used.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        script.names.variables.compactMap { variable in
            // A <close> variable works by going out of scope, without being read.
            guard variable.kind == .local || variable.kind == .function,
                variable.reads.isEmpty, variable.attribute != .close,
                !variable.name.hasPrefix("_")
            else { return nil }
            let what = variable.kind == .function ? "local function" : "local"
            return script.finding(
                Self.self, at: variable.position,
                variable.writes.isEmpty
                    ? "the \(what) '\(variable.name)' is never used"
                    : "the \(what) '\(variable.name)' is assigned but never read",
                hint: "remove it, or name it '_' if it is required")
        }
    }
}
