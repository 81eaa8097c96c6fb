import Arguments

/// A check of `quarantine retry` before it takes an event out of the quarantine.
enum RetryCheck {
    /// Throws a usage error without scripts, because all events would be unhandled and leave the quarantine.
    static func check(_ values: Values) throws {
        // Plugins and patterns can also provide rules.
        let others = ["plugin", "patterns"].contains {
            values.declares($0) && !values.strings($0).isEmpty
        }
        guard try ScriptOptions.files(values).isEmpty, !others else { return }
        throw UsageError(
            .missingOperand,
            "no scripts are named, and no server is using the store; give --script FILE, or delete events with 'perilune quarantine drop'",
            program: "perilune quarantine retry")
    }
}
