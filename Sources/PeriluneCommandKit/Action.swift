package import Arguments

/// A command with what it does.
package struct Action: Sendable {
    /// Its name, operands, options and help.
    package let command: Command
    /// Begins on the thread that calls it: a command that never waits needs no other.
    package let run: nonisolated(nonsending) @Sendable (Values, Terminal) async throws -> ExitStatus

    package init(
        command: Command,
        run:
            nonisolated(nonsending) @escaping @Sendable (Values, Terminal) async throws ->
            ExitStatus
    ) {
        self.command = command
        self.run = run
    }
}
