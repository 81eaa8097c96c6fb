/// Files that return nothing a host could call.
///
/// **What.** The file returns no table, or one with neither `execute` nor `executeURL`.
///
/// **Why.** Such a file loads without an error and handles no event, ever. Most often the last
/// line, `return delegate`, is missing.
///
/// **Example.**
/// ```lua
/// local delegate = {}
/// function delegate:executeURL(url, commander) end
/// ```
package enum MissingDelegate: Rule {
    package static let code = "no-delegate"
    package static let severity = Diagnostic.Severity.error

    /// Reports the file at most once; nothing if what it returns cannot be determined.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        switch script.delegate.shape {
        case .unknown, .openTable: return []
        case .none(let position):
            return [
                script.finding(
                    Self.self, at: position, "the file does not return a delegate",
                    hint: "end it with 'return delegate', a table with a function 'execute'")
            ]
        case .table:
            let names = ScriptModel.actingFunctions + script.api.delegateFunctions
            let field = names.lazy.compactMap { script.delegate.field($0) }.first
            guard let field else { return [diagnostic(script)] }
            guard let value = field.value, isNotCallable(script.tree[value].kind) else { return [] }
            return [
                script.finding(Self.self, at: field.position, "'\(field.name)' must be a function")
            ]
        }
    }

    private static func diagnostic(_ script: ScriptModel) -> Diagnostic {
        let known = script.delegate.fields.map(\.name)
        let similar = known.first {
            Suggestion.nearest(
                to: $0, in: ScriptModel.actingFunctions + script.api.delegateFunctions) != nil
        }
        let position = script.tree[.file].block.statements.last?.position
        return script.finding(
            Self.self, at: position ?? script.tree[.file].end,
            "the delegate has neither 'execute' nor 'executeURL', so it never does anything",
            hint: similar.map { "rename '\($0)' if it is meant to be that function" }
                ?? "add 'execute = function(event, commander) … end'")
    }

    private static func isNotCallable(_ kind: Expression.Kind) -> Bool {
        switch kind {
        case .nil, .bool, .integer, .number, .string, .table: true
        default: false
        }
    }
}
