import Arguments

let completionsAction: Action = Action(
    command: Command(
        name: "completions", summary: "Write a completion script for bash, zsh or fish",
        discussion: [
            "The script includes the commands of plugins in the configuration, in the folder \(PluginOptions.folderName) and in --plugin; run this command in the folder of a project to include them."
        ],
        operands: [
            Operand("SHELL", .one, accepts: .choice(["bash", "zsh", "fish"]), "The shell.")
        ], options: PluginOptions.all + Project.options,
        examples: [
            Example(
                "perilune completions bash > ~/.local/share/bash-completion/completions/perilune",
                "Install completions for bash.")
        ]),
    run: { values, terminal in
        var tool = tool
        tool.add(PluginActions.commands(values, terminal))
        switch values.operands.first {
        case "zsh": try terminal.write(tool.zshCompletion())
        case "fish": try terminal.write(tool.fishCompletion())
        default: try terminal.write(tool.bashCompletion())
        }
        return .success
    })
