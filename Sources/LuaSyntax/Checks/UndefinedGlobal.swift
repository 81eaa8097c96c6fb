/// Global names that are not there when the script runs.
///
/// **What.** Reading a global, or a member of a library, that the sandbox does not have and neither
/// the file nor one that it requires defines.
///
/// **Why.** It is `nil`: a mistyped variable, or a habit from Lua outside of a host, such as
/// `print` and `io`.
///
/// **Example.**
/// ```lua
/// print(event.type)
/// ```
package enum UndefinedGlobal: Rule {
    package static let code = "undefined-global"
    package static let severity = Diagnostic.Severity.error

    /// Whether this rule explains the use of a library member, so that `UnknownFunction` skips it.
    static func covers(_ qualifiedName: String) -> Bool {
        RemovedNames.hint(for: qualifiedName) != nil
    }

    /// Reports each read of a name that neither the sandbox nor the file defines; nothing if the file replaces `_ENV`.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        guard !script.names.replacesEnvironment else { return [] }
        let additions = script.additions
        let known = additions.globals.union(script.api.globals.keys)
        let locals = Set(script.names.variables.map(\.name))
        let (called, used) = (script.called, script.calledOrIndexed)
        let changed = ChangedLibraries(script)
        // Findings about names that the script also reads without using their values, perhaps to check whether they exist.
        var read: Set<String> = []
        var findings: [Diagnostic] = []
        for id in script.tree.expressionIDs where !script.names.targets.contains(id) {
            if let removed = removedMember(id, script, additions, changed) {
                findings.append(removed)
                if !called.contains(id) { read.insert(removed.message) }
            } else if let name = script.names.global(id), !known.contains(name) {
                // Suggest names only for the first findings: comparing all of them takes too long.
                let meant =
                    findings.count < Suggestion.mostFindings
                    ? hint(for: name, locals, known, script) : nil
                findings.append(
                    script.finding(
                        Self.self, at: script.tree[id].position,
                        "there is no global '\(name)'", hint: meant,
                        isCertain: !changed.addsGlobals))
                if !used.contains(id) { read.insert(findings[findings.count - 1].message) }
            }
        }
        return findings.doubting(read)
    }

    private static func hint(
        for name: String, _ locals: Set<String>, _ globals: Set<String>, _ script: ScriptModel
    ) -> String? {
        if locals.contains(name) { return "the local '\(name)' is not visible here" }
        if let removed = RemovedNames.hint(for: name) { return removed }
        if script.api.modules[name] != nil {
            return "it is a module: 'local \(name) = require \"\(name)\"'"
        }
        return Suggestion.hint(for: name, in: locals) ?? Suggestion.hint(for: name, in: globals)
    }

    /// A removed member of a library that exists, such as `os.execute`.
    private static func removedMember(
        _ id: Expression.ID, _ script: ScriptModel, _ additions: Additions,
        _ changed: ChangedLibraries
    ) -> Diagnostic? {
        guard let field = script.constantField(id), let library = script.library(field.object),
            let name = script.tree.string(field.key), !library.members.isEmpty,
            !library.members.contains(name), !additions.contains(name, of: library.name),
            let hint = RemovedNames.hint(for: "\(library.name).\(name)")
        else { return nil }
        return script.finding(
            Self.self, at: script.tree[field.key].position,
            "'\(library.name).\(name)' is not available in scripts", hint: hint,
            isCertain: !changed.contains(library.name))
    }
}
