package import Arguments
import PeriluneCore

/// The commands under one heading of the help.
package struct CommandSection: Sendable {
    /// The heading.
    package let title: String
    /// The first words of its commands.
    ///
    /// For a command line, only the commands that begin with its first word are created.
    package let words: Set<String>
    let actions: @Sendable () -> [Action]

    fileprivate init(
        _ title: String, _ words: Set<String>, _ actions: @escaping @Sendable () -> [Action]
    ) {
        self.title = title
        self.words = words
        self.actions = actions
    }

    /// The section's commands, built at each call.
    package var commands: [Command] {
        actions().map { action in
            var command = action.command
            command.section = title
            return command
        }
    }

    /// Every command.
    package static let all = [
        CommandSection("Rules", ["new", "check", "test", "open", "explain", "repl"]) {
            [
                newProjectAction, newScriptAction, newDefinitionsAction, checkAction, testAction,
                openAction, explainAction, replAction,
            ]
        },
        CommandSection("Logs", ["process", "diff"]) { [processAction, diffAction] },
        CommandSection(
            "Server", ["serve", "top", "tap", "quarantine", "store", "state", "cluster"]
        ) {
            [
                serveAction, topAction, tapAction, quarantineListAction, quarantineShowAction,
                quarantineRetryAction, quarantineDropAction, quarantineExportAction,
                storeCheckAction, storeRepairAction, storeBackupAction, storeSinksAction,
                storeEraseAction, stateListAction, stateShowAction, stateDropAction,
                stateExportAction, stateImportAction, clusterInitAction, clusterStatusAction,
                clusterDeployAction, clusterDrainAction, clusterRebalanceAction, clusterCheckAction,
            ]
        },
        CommandSection("Charts", ["charts", "login", "snapshot"]) { CommandPlugins.drawing },
        CommandSection("CRM", ["crm"]) { CommandPlugins.organizations },
        CommandSection("Plugins", ["plugin", "new"]) {
            [
                pluginListAction, pluginCheckAction, pluginAddAction, pluginRemoveAction,
                newPluginAction,
            ]
        },
        CommandSection("Other", ["config", "doctor", "new", "completions", "manual", "version"]) {
            [
                configShowAction, configCheckAction, doctorAction, newHostAction,
                completionsAction, manualAction, versionAction,
            ]
        },
    ]

    /// The sections with commands that begin with a word; empty if there are none.
    static func sections(for word: String) -> [CommandSection] {
        all.filter { $0.words.contains(word) }
    }
}

/// The tool's table, for help, man page, completions and the reference.
package let tool = Tool(CommandSection.all)

extension Tool {
    /// Creates the table of some sections, for command lines that begin with one of their words.
    init(_ sections: [CommandSection]) {
        self.init(
            name: "perilune", version: PeriluneCommand.version,
            summary: "Process events with Lua scripts",
            discussion: [
                "Events are taps on links, webhooks, selections in charts, or any other CloudEvents. A Lua script decides what happens to each: it rejects the event, changes it, writes data, calls a CRM, or leaves it to the default handling. Results go to standard output, messages to standard error.",
                "'perilune new project rules' creates a first rule to try.",
            ],
            commands: sections.flatMap(\.commands),
            groupSummaries: [
                "new": "Create a project, rule, plugin or host from a template",
                "quarantine": "Inspect and retry events that could not be processed",
                "state": "Inspect and change the state of scripts in a store",
                "store": "Check, repair and back up a store",
                "cluster": "Set up, inspect and change a cluster of servers",
                "charts": "Draw and check dashboards",
                "login": "Draw and check customized login screens",
                "crm": "Connect to a CRM organization, or run a local one",
                "plugin": "Manage the plugins of a project",
                "config": "Show and check the configuration",
            ],
            exitCodes: [
                .init(0, "Success, even if the reader of the output closes it early."),
                .init(
                    1,
                    "check, doctor or store check found problems, store repair lost rows, a test failed, diff found differences, or part of a dashboard could not be drawn."
                ),
                .init(2, "process finished, but quarantined some events."),
                .init(64, "The command line is wrong."),
                .init(65, "An input is malformed, such as a truncated archive."),
                .init(66, "An input is missing or cannot be read."),
                .init(70, "A bug in perilune; please report it."),
                .init(73, "An output cannot be created."),
                .init(
                    74, "Reading or writing failed, or process stopped because of --max-quarantine."
                ),
                .init(78, "A script or the configuration is wrong."),
                .init(130, "SIGINT ended process without --watch, after the lines in progress."),
                .init(143, "SIGTERM ended process without --watch, after the lines in progress."),
            ],
            environment: [
                .init(
                    "PERILUNE_…",
                    "The value of an option that is not given: PERILUNE_MAX_BODY stands for --max-body. For an option without a value, 1 or 0."
                ),
                .init("NO_COLOR", "Set to any value to turn off bold and coloured text."),
            ])
    }

    /// Adds the commands of plugins.
    mutating func add(_ plugins: [PluginCommand]) {
        commands += plugins.map { Command($0) }
    }
}
