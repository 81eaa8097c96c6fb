import Arguments
import LuaSyntax
import PeriluneCore
import PeriluneLua

/// Checks of `quarantine retry` before it takes an event out of the quarantine.
enum RetryCheck {
    /// - Throws: A usage error without scripts, because all events would be unhandled and leave the quarantine;
    ///   `output.unknown` if a script emits to an output that is not declared.
    static func check(_ values: Values, _ outputs: [NamedOutput]) throws {
        let scripts = try ScriptOptions.scripts(values)
        // Plugins and patterns can also provide rules.
        let others = ["plugin", "patterns"].contains {
            values.declares($0) && !values.strings($0).isEmpty
        }
        guard !scripts.isEmpty || others else {
            throw UsageError(
                .missingOperand,
                "no scripts are named, and no server is using the store; give --script FILE, or delete events with 'perilune quarantine drop'",
                program: "perilune quarantine retry")
        }
        var api = HostAPI(commanderMethods: BuiltInModules.commanderMethods)
        api.outputs = outputs.map(\.name)
        for script in scripts {
            guard let model = try? ScriptModel(script.source, api: api),
                let finding = UnknownOutput.check(model).first
            else { continue }
            throw PeriluneError(
                "output.unknown", finding.message,
                at: .init(
                    file: script.path, line: finding.line, column: finding.column,
                    sourceLine: finding.sourceLine), hint: hint(finding))
        }
    }

    /// The hint of `check`, with the option that `check` does not have.
    private static func hint(_ finding: Diagnostic) -> String {
        let option = "--to NAME=FILE declares an output"
        guard let hint = finding.hint else { return option }
        return hint.hasSuffix("?") ? "\(hint) \(option)" : "\(hint); \(option)"
    }
}
