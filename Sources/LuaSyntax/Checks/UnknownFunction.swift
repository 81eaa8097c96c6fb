/// Functions and fields that a module or a library does not have.
///
/// **What.** `module.name` where the module is known and the name is not in it, also through a
/// local (`local crm = require "crm"`) and for Lua's own `string`, `table`, `math` and so on. A
/// function that the file, or one that it requires, adds to a library is known.
///
/// **Why.** In Lua a missing function is `nil`; the mistake shows when the line runs, which for
/// a rule may be months later.
///
/// **Example.**
/// ```lua
/// require("snapshot").captur(view)
/// ```
package enum UnknownFunction: Rule {
    package static let code = "unknown-function"
    package static let severity = Diagnostic.Severity.error

    /// Reports each read of an unknown member; libraries whose members are not known are left out.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        // Members that the script also reads without calling them, perhaps to check whether they exist.
        var read: Set<String> = []
        let called = script.called
        let (additions, changed) = (script.additions, ChangedLibraries(script))
        for id in script.tree.expressionIDs where !script.names.targets.contains(id) {
            let found: (object: Expression.ID, name: String, position: Position)
            var isCall = true
            switch script.tree[id].kind {
            case .index(let object, let key):
                guard let name = script.tree.string(key) else { continue }
                found = (object, name, script.tree[key].position)
                isCall = called.contains(id)
            case .methodCall(let object, let name, let position, _):
                found = (object, name, position)
            default: continue
            }
            guard let library = script.library(found.object), !library.members.isEmpty,
                !library.members.contains(found.name),
                !additions.contains(found.name, of: library.name),
                !UndefinedGlobal.covers("\(library.name).\(found.name)")
            else { continue }
            findings.append(
                script.finding(
                    Self.self, at: found.position,
                    "'\(library.name)' has no function '\(found.name)'",
                    hint: Suggestion.hint(for: found.name, in: library.members)
                        ?? "known members: \(library.members.sorted().joined(separator: ", "))",
                    isCertain: !changed.contains(library.name)))
            if !isCall { read.insert(findings[findings.count - 1].message) }
        }
        return findings.doubting(read)
    }
}
