package import Arguments

/// A command of a plugin, which uses the context of the command.
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

    /// Creates the action for a context, with those options for scripts that have the given names.
    package func action(in context: any CommandContext, with options: Set<String> = []) -> Action {
        var command = command
        command.options += context.options(options)
        return Action(command: command) { values, terminal in
            try await run(values, terminal, context)
        }
    }
}
