import Arguments

let completionsAction: Action = Action(
    command: Command(
        name: "completions", summary: "Write the completion script of a shell.",
        operands: [
            Operand("SHELL", .one, accepts: .choice(["bash", "zsh", "fish"]), "The shell.")
        ], options: [],
        examples: [
            Example(
                "perilune completions bash > ~/.local/share/bash-completion/completions/perilune",
                "Install them for bash.")
        ]),
    run: { values, terminal in
        switch values.operands.first {
        case "zsh": try terminal.write(tool.zshCompletion())
        case "fish": try terminal.write(tool.fishCompletion())
        default: try terminal.write(tool.bashCompletion())
        }
        return .success
    })
