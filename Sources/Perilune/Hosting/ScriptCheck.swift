internal import LuaSyntax
internal import PeriluneCore
internal import PeriluneLua

/// Refuses scripts in which `perilune check` finds a line that certainly fails, before an event reaches it.
struct ScriptCheck {
    private let checker: ScriptChecker

    /// A check for a host with these registrations and outputs.
    init(_ registry: Registry, outputs: [String]) {
        var api = HostAPI(registry)
        api.outputs = outputs
        checker = ScriptChecker(api: api)
    }

    /// Throws the first error, with the code, the message and the place that `perilune check` shows.
    func check(_ script: Script) throws(PeriluneError) {
        // A file that does not compile has its own error.
        guard let model = try? ScriptModel(script.source, api: checker.api) else { return }
        var findings = checker.failures(model)
        // Files that a script requires share its globals and modules, and may add to them.
        if model.requirements.contains(where: { checker.api.modules[$0.module] == nil })
            || model.requiresComputedNames
        {
            findings.removeAll { [UndefinedGlobal.code, UnknownFunction.code].contains($0.code) }
        }
        guard let first = findings.first else { return }
        var error = PeriluneError(
            .init(rawValue: first.code), first.message,
            at: .init(
                file: script.path, line: first.line, column: first.column,
                sourceLine: MaskedLines(script: script.source).text(ofLine: first.line)),
            hint: Self.hint(first, others: findings.count - 1))
        error.place.isMasked = true
        throw error
    }

    private static func hint(_ finding: Diagnostic, others: Int) -> String? {
        var hint = finding.hint
        // The command line can declare outputs, which `check` does not know.
        if finding.code == UnknownOutput.code {
            hint = .hint(hint, and: "--to NAME=FILE declares an output")
        }
        if others > 0 {
            hint = .hint(hint, and: "'perilune check' shows \(Counted(others, "more error"))")
        }
        return hint
    }
}
