import Arguments

/// A table of the size and shape of the real one.
let sample = Tool(
    name: "perilune", version: "0.1.0",
    summary: "Take events through Lua rules",
    discussion: [
        "Perilune reads events - link drills, webhooks, chart selections - and lets delegates "
            + "written in Lua decide what happens. Data goes to standard output, everything else "
            + "to standard error."
    ],
    commands: [openCommand, processCommand, versionCommand, generateCommand],
    exitCodes: [
        ExitCode(0, "Everything went well."),
        ExitCode(2, "Some events were quarantined (only with --fail-on-quarantine)."),
        ExitCode(64, "The command line is wrong."),
        ExitCode(66, "An input file cannot be opened."),
    ],
    environment: [EnvironmentVariable("NO_COLOR", "Not empty: no colours and no bold text.")])

let scriptOption = Option.value(
    "script", short: "s", "FILE", accepts: .file, isRepeatable: true,
    "A Lua script with a delegate; the first is asked first.")
let jsonOption = Option.toggle("json", short: "j", "Print records as JSON, one a line.")

let openCommand = Command(
    name: "open", section: "Rules", summary: "Open links and show who decided what",
    operands: [Operand("URL", .oneOrMore, "A link; relative links and any scheme will do.")],
    options: [scriptOption, jsonOption],
    examples: [
        Example(
            "perilune open 'mstr://?evt=3001' --script Scripts/every_third_link.lua",
            "Ask the script about one link.")
    ])

let processCommand = Command(
    name: "process", section: "Logs", summary: "Take a recorded log through the scripts",
    discussion: ["The output is the same, byte for byte, for any number of workers."],
    operands: [
        Operand("LOG", .oneOrMore, accepts: .file, "JSON Lines, also .gz and .zst; '-' is stdin.")
    ],
    options: [
        scriptOption,
        .value(
            "as", "FORMAT", accepts: .choice(["event", "link"]), default: "event",
            "What a line of the log holds."),
        .value(
            "output", short: "o", "FILE", accepts: .file, default: "-", "Where emitted events go."),
        .value(
            "workers", short: "w", "N", accepts: .integer(1...64), default: "one a core", "Threads."
        ),
        .value("limit", "N", accepts: .integer(0...Int.max), "Stop after N events."),
        .value("note", "TEXT", "Any text: [brackets], colons: and a 'quote'."),
        .toggle("dry-run", short: "n", "Decide, but let no effect happen."),
        .toggle(
            "progress", isNegatable: true, default: "on a terminal", "Show a line of progress."),
        jsonOption,
    ],
    examples: [
        Example(
            "perilune process events.jsonl.gz -s rules.lua -o out.jsonl",
            "Decide a recorded log and keep what the script emits."),
        Example("zcat *.gz | perilune process - -s rules.lua", "Read standard input."),
    ])

let versionCommand = Command(
    name: "version", section: "Other", summary: "Print the version", options: [jsonOption],
    examples: [Example("perilune version", "Print the version and the versions of the libraries.")])

let generateCommand = Command(
    name: "generate", summary: "Write the manual page or a completion",
    operands: [
        Operand("KIND", .one, accepts: .choice(["man", "bash", "zsh", "fish"]), "What to write.")
    ],
    isHidden: true)
