import Arguments
import PeriluneCore

let manualAction: Action = Action(
    command: Command(
        name: "manual", summary: "Write the manual page",
        discussion: ["The page is in mdoc format, for man and mandoc."],
        operands: [], options: [],
        examples: [
            Example("perilune manual | man -l -", "Read the manual page."),
            Example(
                "perilune manual > /usr/local/share/man/man1/perilune.1", "Install the manual page."
            ),
        ]),
    run: { _, terminal in
        try terminal.write(tool.manualPage(date: PeriluneVersion.released))
        return .success
    })
