package import Arguments
import PeriluneCore

/// Every command, under the headings of the help.
private let sections: [(title: String, actions: [Action])] = [
    (
        "Rules",
        [
            newProjectAction, newScriptAction, newDefinitionsAction, checkAction, testAction,
            openAction, explainAction, replAction,
        ]
    ),
    ("Logs", [processAction, diffAction]),
    (
        "Server",
        [
            serveAction, topAction, tapAction, quarantineListAction, quarantineShowAction,
            quarantineRetryAction, quarantineDropAction, quarantineExportAction, storeCheckAction,
            storeRepairAction, storeBackupAction, storeSinksAction, storeEraseAction,
            stateListAction, stateShowAction, stateDropAction, stateExportAction, stateImportAction,
            clusterInitAction, clusterStatusAction, clusterDeployAction, clusterDrainAction,
            clusterRebalanceAction, clusterCheckAction,
        ]
    ),
    ("Charts", CommandPlugins.drawing), ("CRM", CommandPlugins.organizations),
    (
        "Plugins",
        [
            pluginListAction, pluginCheckAction, pluginAddAction, pluginRemoveAction,
            newPluginAction,
        ]
    ),
    (
        "Other",
        [
            configShowAction, configCheckAction, doctorAction, newHostAction, completionsAction,
            manualAction, versionAction,
        ]
    ),
]

let actions: [Action] = sections.flatMap(\.actions)

/// The tool's table, for parsing, help, man page, completions and the reference.
package let tool: Tool = Tool(
    name: "perilune", version: version, summary: "Process events with Lua scripts",
    discussion: [
        "Events are taps on links, webhooks, selections in charts, or any other CloudEvents. A Lua script decides what happens to each: it rejects the event, changes it, writes data, calls a CRM, or leaves it to the default handling. Results go to standard output, messages to standard error.",
        "'perilune new project rules' creates a first rule to try.",
    ],
    commands: sections.flatMap { section in
        section.actions.map { action in
            var command = action.command
            command.section = section.title
            return command
        }
    },
    groupSummaries: [
        "new": "Create a project, rule, plugin or host from a template",
        "quarantine": "Inspect and retry events that could not be processed",
        "state": "Inspect and change the state of scripts in a store",
        "store": "Check, repair and back up a store",
        "charts": "Draw and check dashboards",
        "login": "Draw and check customized login screens",
        "crm": "Connect to a CRM organization, or run a local one",
        "plugin": "Manage the plugins of a project",
        "config": "Show and check the configuration",
    ],
    exitCodes: [
        .init(0, "Success, also when the reader of the output closed it."),
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
        .init(74, "Reading or writing failed."),
        .init(78, "A script or the configuration is wrong."),
        .init(130, "SIGINT ended process, after the lines in progress."),
        .init(143, "SIGTERM ended process, after the lines in progress."),
    ],
    environment: [
        .init(
            "PERILUNE_…",
            "The value of an option that is not given: PERILUNE_MAX_BODY stands for --max-body. For an option without a value, 1 or 0."
        ),
        .init("NO_COLOR", "Set to any value to turn off bold and coloured text."),
    ])

extension Tool {
    /// Adds the commands of plugins.
    mutating func add(_ plugins: [PluginCommand]) {
        commands += plugins.map { Command($0) }
    }
}
