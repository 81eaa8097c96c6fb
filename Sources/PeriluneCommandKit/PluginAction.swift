package import Arguments

/// A command of a plugin, which uses what the command provides.
package struct PluginAction: Sendable {
    private let command: Command
    private let run:
        nonisolated(nonsending) @Sendable (Values, Terminal, any CommandContext) async throws ->
            ExitStatus

    package init(
        command: Command,
        run:
            nonisolated(nonsending) @escaping @Sendable (
                Values, Terminal, any CommandContext
            ) async throws -> ExitStatus
    ) {
        self.command = command
        self.run = run
    }

    /// The command with what it uses, and with those of the options of scripts.
    package func action(in context: any CommandContext, with options: Set<String> = []) -> Action {
        var command = command
        command.options += context.options(options)
        return Action(command: command) { values, terminal in
            try await run(values, terminal, context)
        }
    }
}
