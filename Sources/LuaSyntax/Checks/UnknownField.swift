/// Fields of a delegate's table that the host does not read.
///
/// **What.** A field whose name is neither one of the host's nor used in the file itself.
///
/// **Why.** Lua takes any name. A delegate whose `shouldHandel` is never asked looks right and
/// does nothing.
///
/// **Example.**
/// ```lua
/// return { on = "link.*", shouldHandel = function() return true end, execute = f }
/// ```
package enum UnknownField: Rule {
    package static let code = "unknown-field"
    package static let severity = Diagnostic.Severity.error

    /// The fields that every host reads.
    package static let known = [
        "on", "evt", "url", "where", "priority", "key", "version", "migrate", "expires",
        "shouldHandle", "execute", "shouldHandleLinkDrillNavigation", "executeURL", "onTimer",
        "tests",
    ]

    /// Reports each unknown field; one that the file itself reads or calls is a helper.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        let known = Set(
            Self.known + script.api.delegateFields + script.api.delegateFunctions)
        // A field that the file itself reads is a helper of the script.
        let used = usedFields(script)
        var findings: [Diagnostic] = []
        for field in script.delegate.fields {
            guard !known.contains(field.name), !used.contains(field.name) else { continue }
            let hint =
                Suggestion.hint(for: field.name, in: known)
                ?? "known fields: \(Self.known.joined(separator: ", ")), and those in Documentation/Reference/Delegates.md"
            findings.append(
                script.finding(
                    Self.self, at: field.position,
                    "unknown field '\(field.name)' of a delegate; it has no effect", hint: hint))
        }
        return findings
    }

    private static func usedFields(_ script: ScriptModel) -> Set<String> {
        var used: Set<String> = []
        for id in script.tree.expressionIDs {
            switch script.tree[id].kind {
            case .methodCall(_, let name, _, _): used.insert(name)
            case .index(_, let key) where !script.names.targets.contains(id):
                if let name = script.tree.string(key) { used.insert(name) }
            default: break
            }
        }
        return used
    }
}
