import Arguments
import LineEditing
import Perilune
import PeriluneCore

let replAction: Action = Action(
    command: Command(
        name: "repl", summary: "Try out Lua at a prompt, in the sandbox of scripts",
        discussion: [
            "The prompt has `event`, `commander`, and with --script `delegate`; modules are available by name, such as json, or by require. An expression shows its value. Each line runs with the limits that a script has for an event. Effects are described and not carried out, unless --live is given; state is never saved.",
            "Lines that begin with a colon are commands of the prompt; `:help` lists them. Without a terminal it reads lines from standard input and writes only values.",
        ],
        operands: [Operand("URL", .optional, "A link; or use --event or --log.")],
        options: ScriptOptions.withoutDryRun + EventOptions.all + [
            .toggle("live", "Carry out effects.")
        ],
        examples: [
            Example(
                "perilune repl 'mstr://?evt=4001' -s rules.lua", "Try out a script with a link."),
            Example(
                "echo 'event.data.target' | perilune repl --event lead.json",
                "Evaluate one expression."),
            Example(
                "perilune repl --log monday.jsonl.zst -s rules.lua",
                "Open a log; `:event tap-04` loads one of its events."),
        ]),
    run: { values, terminal in
        let repl = try await Repl(values, terminal)
        return try await repl.run()
    })

extension Repl {
    /// Loads the script, and the event if one is chosen.
    convenience init(_ values: Values, _ terminal: Terminal) async throws {
        let program = "perilune repl"
        let log = try values.string("log").map { try EventLog(values, $0, terminal) }
        try self.init(ReplSession(values, terminal), log: log, terminal)
        // A log without a chosen event begins with its first event.
        if let log, values.string("id") == nil, values.string("line") == nil {
            try use(log.next())
        } else if let event = try EventOptions.event(values, terminal, program: program) {
            try use(event)
        }
    }
}
