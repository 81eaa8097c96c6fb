import Arguments
import LineEditing
import Perilune
import PeriluneCore

let replAction: Action = Action(
    command: Command(
        name: "repl", summary: "Try out Lua at a prompt, in the sandbox of scripts",
        discussion: [
            "There are `event`, `commander`, and with --script `delegate`; modules are there by their names, as json, or by require. An expression shows its value. Each line has the time and the memory that a script has for an event. Effects are described only, unless --live says so; state is never saved.",
            "Lines that begin with a colon are for the prompt itself: `:help` lists them. Without a terminal the lines come from standard input, and only values are written.",
        ],
        operands: [Operand("URL", .optional, "A link; or give --event, or --log.")],
        options: ScriptOptions.withoutDryRun + EventOptions.all + [
            .toggle("live", "Carry effects out; else they are described only.")
        ],
        examples: [
            Example("perilune repl 'mstr://?evt=4001' -s rules.lua", "A link and a script."),
            Example(
                "echo 'event.data.target' | perilune repl --event lead.json",
                "One expression, for a shell script."),
            Example(
                "perilune repl --log monday.jsonl.zst -s rules.lua",
                "A log; `:event tap-04` chooses one of its events."),
        ]),
    run: { values, terminal in
        let repl = try await Repl(values, terminal)
        return try await repl.run()
    })

extension Repl {
    /// What the prompt begins with: the script loaded, and the event that is named, if one is.
    convenience init(_ values: Values, _ terminal: Terminal) async throws {
        let program = "perilune repl"
        let log = values.string("log").map { EventLog(values, $0) }
        try self.init(ReplSession(values, terminal), log: log, terminal)
        // A log alone begins with its first event.
        if let log, values.string("id") == nil, values.string("line") == nil {
            try use(log.next())
        } else if let event = try EventOptions.event(values, program: program) {
            try use(event)
        }
    }
}
