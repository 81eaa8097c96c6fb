/// Regular expressions and grok patterns that are invalid.
///
/// **What.** A call of a function of `regex` whose second argument is a string that is no pattern.
///
/// **Why.** The pattern is compiled when the line runs, which for a rule may be months later.
///
/// **Example.**
/// ```lua
/// local status = regex.match(line, "status=(\\d+")
/// ```
package enum InvalidRegex: Rule {
    package static let code = "invalid-regex"
    package static let severity = Diagnostic.Severity.error

    /// Reports each constant pattern that RE2 does not compile; a grok pattern with definitions of its own is not checked.
    package static func check(_ script: ScriptModel) -> [Diagnostic] {
        script.tree.expressionIDs.compactMap { id in
            guard case .call(let function, let arguments) = script.tree[id].kind,
                arguments.count > 1, let pattern = script.tree.string(arguments[1]),
                let field = script.constantField(script.tree.unwrapped(function)),
                let library = script.library(field.object), library.name == "regex",
                let name = script.tree.string(field.key),
                name != "grok" || !mayDefine(arguments.dropFirst(2).first, script),
                let problem = script.api.regexProblem(name, pattern)
            else { return nil }
            return script.finding(
                Self.self, at: script.tree[arguments[1]].position, problem.message,
                hint: problem.hint, isCertain: true)
        }
    }

    /// Whether the third argument of `regex.grok` may define references; otherwise it is a position.
    private static func mayDefine(_ argument: Expression.ID?, _ script: ScriptModel) -> Bool {
        switch argument.map({ script.tree[$0].kind }) {
        case nil, .nil, .integer, .number: false
        default: true
        }
    }
}
