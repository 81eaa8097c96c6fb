/// A command-line program as data.
///
/// Parsing, help, completions and the manual page are derived from this table, so they cannot contradict each other.
package struct Tool: Sendable {
    /// The name of the program.
    package var name: String
    /// The version that `--version` prints.
    package var version: String
    /// One line without a full stop.
    package var summary: String
    /// Paragraphs of text for the help and the manual page.
    package var discussion: [String]
    /// The commands, in the order of the help.
    package var commands: [Command]
    /// One line without a full stop for each group of commands, by the group's name.
    package var groupSummaries: [String: String]
    /// The exit codes in the help, the manual page and the reference, in this order.
    package var exitCodes: [ExitCode]
    /// The environment variables in the help, the manual page and the reference, without those that set options.
    package var environment: [EnvironmentVariable]

    package init(
        name: String, version: String, summary: String, discussion: [String] = [],
        commands: [Command], groupSummaries: [String: String] = [:], exitCodes: [ExitCode] = [],
        environment: [EnvironmentVariable] = []
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.discussion = discussion
        self.commands = commands
        self.groupSummaries = groupSummaries
        self.exitCodes = exitCodes
        self.environment = environment
    }

    /// The commands that help and completions show.
    var visibleCommands: [Command] { commands.filter { !$0.isHidden } }

    /// The headings of the help in order, each once.
    var sections: [String] {
        var seen: Set<String> = []
        return visibleCommands.map(\.section).filter { seen.insert($0).inserted }
    }

    /// The groups of commands in order, each once.
    var groups: [String] {
        var seen: Set<String> = []
        return visibleCommands.compactMap(\.group).filter { seen.insert($0).inserted }
    }

    /// The possible first words: commands of one word, and groups.
    var firstWords: [String] {
        var seen: Set<String> = []
        return visibleCommands.map { $0.group ?? $0.name }.filter { seen.insert($0).inserted }
    }

    /// The commands of a group.
    func commands(in group: String) -> [Command] {
        visibleCommands.filter { $0.group == group }
    }

    /// The line that describes a group: its summary, or its commands.
    func summary(ofGroup group: String) -> String {
        groupSummaries[group] ?? list(commands(in: group).map(\.lastWord))
    }

    /// The options that may precede a command.
    var ownOptions: [Option] { [.help, .version] }

    /// The environment variables that set options of any command.
    package var optionVariables: Set<String> {
        Set(commands.flatMap(\.options).map { $0.environmentVariable(of: name) })
    }

    func command(named name: String) -> Command? { commands.first { $0.name == name } }
}

/// An exit code of the program, and its meaning.
package struct ExitCode: Sendable {
    package var code: Int32
    package var summary: String

    package init(_ code: Int32, _ summary: String) {
        self.code = code
        self.summary = summary
    }
}

/// An environment variable that the program uses.
package struct EnvironmentVariable: Sendable {
    package var name: String
    package var summary: String

    package init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}
