/// Locals of the file that are changed while an event is processed.
///
/// **What.** A function that the host calls, or one it calls in turn, gives a file-level local
/// another value, or changes a table that it holds; also fields of the delegate itself.
///
/// **Why.** Such a local is a cache: each worker has its own, and it is lost after a reload or
/// when a budget ends a script. `state` is kept, and is the same for any number of workers.
///
/// **Example.**
/// ```lua
/// local count = 0
/// return { execute = function() count = count + 1 end }
/// ```
package enum FileLocalWritten: Rule {
    package static let code = "file-local-written"
    package static let severity = Diagnostic.Severity.warning

    /// Reports each local once, at its first change in a function that the host can reach.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        let reachable = Reachability(script)
        var findings: [Diagnostic] = []
        var reported: Set<Variable.ID> = []
        for write in writes(script) where reachable.functions.contains(script.tree[write].function)
        {
            guard let root = script.tree.root(of: write) else { continue }
            let isField = root != write || !script.names.targets.contains(write)
            if isField, reachable.isDelegate(root) {
                findings.append(
                    finding(script, at: root, "the script changes the delegate's own table"))
            } else if let variable = script.names.variable(root),
                script.names[variable].isFileLevel, !(isField && isState(variable, script)),
                reported.insert(variable).inserted
            {
                // Once per name: moving the local to 'state' fixes all places.
                let name = script.names[variable].name
                let what = isField ? "the table in the file-level local" : "the file-level local"
                findings.append(finding(script, at: root, "the script changes \(what) '\(name)'"))
            }
        }
        return findings
    }

    /// Everything that is written: targets of assignments, and tables passed to `table.insert`.
    private static func writes(_ script: ScriptModel) -> [Expression.ID] {
        let changing = ["table.insert", "table.remove", "table.sort"]
        var found = script.names.assignments.map(\.target)
        for id in script.tree.expressionIDs {
            guard case .call(let function, let arguments) = script.tree[id].kind,
                let first = arguments.first
            else { continue }
            if script.names.global(function) == "rawset" { found.append(first) }
            guard let field = script.constantField(function),
                let library = script.names.global(field.object),
                let name = script.tree.string(field.key), changing.contains("\(library).\(name)")
            else { continue }
            found.append(first)
        }
        return found.sorted { script.tree[$0].position < script.tree[$1].position }
    }

    /// Whether a local holds `require "state"` or a field of it.
    private static func isState(_ variable: Variable.ID, _ script: ScriptModel) -> Bool {
        var variable = variable
        while let value = script.names[variable].initializer {
            let parts = script.tree.subtree(of: value)
            if parts.contains(where: { script.requiredModule($0) == "state" }) { return true }
            guard let root = script.tree.root(of: value),
                let next = script.names.variable(root)
            else { return false }
            variable = next
        }
        return false
    }

    private static func finding(
        _ script: ScriptModel, at id: Expression.ID, _ what: String
    ) -> Diagnostic {
        script.finding(
            Self.self, at: script.tree[id].position,
            "\(what) while it processes an event: each worker has its own copy, and a reload loses it",
            hint: "keep it in 'state': 'local state = require \"state\"'")
    }
}
