/// A command-line program as data.
///
/// Parsing, help, completions and the manual page are all
/// derived from this one table, so they cannot disagree.
package struct Tool: Sendable {
    /// What is typed to run it.
    package var name: String
    /// What `--version` shows.
    package var version: String
    /// One line without a full stop.
    package var summary: String
    /// Paragraphs of text for the help and the manual page.
    package var discussion: [String]
    /// In the order in which the help lists them.
    package var commands: [Command]
    /// What the commands of a group have in common, by the group's name: one line without a full stop.
    package var groupSummaries: [String: String]
    /// Shown by the help, the manual page and the reference, in this order.
    package var exitCodes: [ExitCode]
    /// Shown by the help, the manual page and the reference; variables that set options need not be listed.
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

    /// The headings of the help, each once, in their order.
    var sections: [String] {
        var seen: Set<String> = []
        return visibleCommands.map(\.section).filter { seen.insert($0).inserted }
    }

    /// The groups of commands, each once, in their order.
    var groups: [String] {
        var seen: Set<String> = []
        return visibleCommands.compactMap(\.group).filter { seen.insert($0).inserted }
    }

    /// What may be typed first: commands of one word, and groups.
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

    /// The options that stand before any command.
    var ownOptions: [Option] { [.help, .version] }

    /// The variables of the environment that set options of any command.
    package var optionVariables: Set<String> {
        Set(commands.flatMap(\.options).map { $0.environmentVariable(of: name) })
    }

    func command(named name: String) -> Command? { commands.first { $0.name == name } }
}

/// A number the program may end with, and what it means.
package struct ExitCode: Sendable {
    package var code: Int32
    package var summary: String

    package init(_ code: Int32, _ summary: String) {
        self.code = code
        self.summary = summary
    }
}

/// A variable of the environment that the program obeys.
package struct EnvironmentVariable: Sendable {
    package var name: String
    package var summary: String

    package init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}
