import Arguments
import PeriluneCore

/// The version of this tool, as in the changelog.
let version = PeriluneVersion.current.description

let versionAction: Action = Action(
    command: Command(
        name: "version", summary: "Show the version", operands: [],
        options: [.toggle("json", "Write JSON.")],
        examples: [Example("perilune version --json", "Show the version as JSON.")]),
    run: { values, terminal in
        if values.flag("json") {
            try terminal.write(Value.object(.init([("version", .string(version))])).json + "\n")
        } else {
            try terminal.write("perilune \(version)\n")
        }
        return .success
    })
