package import Arguments

/// A command together with the function that runs it.
package struct Action: Sendable {
    /// Its name, operands, options and help.
    package let command: Command
    /// Runs the command, beginning on the calling thread: a command that never waits needs no other.
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
