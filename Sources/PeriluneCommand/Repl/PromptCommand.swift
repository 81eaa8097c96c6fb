import Arguments
import PeriluneCore

/// A command of the prompt, which begins with a colon.
struct PromptCommand: Sendable {
    let name: String
    let operand: String
    let summary: String
    let run: @Sendable (Repl, String) async throws -> Void

    static let all: [PromptCommand] = [
        PromptCommand(
            name: "event", operand: "[FILE|URL|ID|LINE]",
            summary: "Load an event, or show which is loaded."
        ) {
            try $0.event($1)
        },
        PromptCommand(name: "next", operand: "", summary: "Load the next event of the log.") {
            repl, _ in
            try repl.next()
        },
        PromptCommand(name: "fields", operand: "[PATH]", summary: "List the fields of the event.") {
            try $0.fields($1)
        },
        PromptCommand(
            name: "explain", operand: "", summary: "Show what the scripts do with the event."
        ) {
            repl, _ in try await repl.explain()
        },
        PromptCommand(name: "load", operand: "FILE", summary: "Load another script as `delegate`.")
        {
            try $0.load($1)
        },
        PromptCommand(name: "reload", operand: "", summary: "Reload the scripts.") { repl, _ in
            try repl.reload()
        },
        PromptCommand(name: "time", operand: "", summary: "Turn timing of lines on or off.") {
            repl, _ in repl.showsTime.toggle()
        },
        PromptCommand(name: "help", operand: "", summary: "Show this.") { repl, _ in try repl.help()
        },
        PromptCommand(name: "quit", operand: "", summary: "Exit; so does Ctrl-D.") { repl, _ in
            repl.quit()
        },
    ]

    /// Runs a command; its name may be abbreviated if it is unique.
    static func run(_ line: String, _ repl: Repl) async throws {
        let parts = line.dropFirst().split(separator: " ", maxSplits: 1)
        let name = parts.first.map(String.init) ?? ""
        let operand = parts.count > 1 ? String(parts[1]).trimmed : ""
        let words = all.filter { $0.name == name }
        let meant = words.isEmpty && !name.isEmpty ? all.filter { $0.name.hasPrefix(name) } : words
        guard let word = meant.first, meant.count == 1 else {
            let hint = NearestName.hint(for: name, in: all.map(\.name))
            throw PeriluneError(
                "prompt.word", "unknown command :\(name)",
                hint: hint ?? "':help' lists the commands")
        }
        try await word.run(repl, operand)
    }

    /// The possible completions of a command.
    static func names(for line: String) -> [String] {
        all.map(\.name).filter { $0.hasPrefix(line.dropFirst()) }.sorted()
    }
}
