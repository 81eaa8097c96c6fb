import Arguments

let manualAction: Action = Action(
    command: Command(
        name: "manual", summary: "Write the manual page",
        discussion: ["The page is in the mdoc language, which man and mandoc read."],
        operands: [], options: [],
        examples: [
            Example("perilune manual | man -l -", "Read it."),
            Example("perilune manual > /usr/local/share/man/man1/perilune.1", "Install it."),
        ]),
    run: { _, terminal in
        try terminal.write(tool.manualPage(date: released))
        return .success
    })
