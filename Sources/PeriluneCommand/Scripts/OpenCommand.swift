import Arguments
import Perilune
import PeriluneCore

let openAction: Action = Action(
    command: Command(
        name: "open", summary: "Run links through the scripts and show what happens",
        discussion: [
            "Turns each link into an event, runs the scripts on it, and shows who decided it, where the app would navigate, and what was emitted."
        ],
        operands: [Operand("URL", .oneOrMore, "A link such as 'mstr://?evt=4001&reportID=…'.")],
        options: ScriptOptions.all + [
            .value("view", "NAME", "The view in which the link was tapped."),
            .toggle("json", "Write records as JSON, one object per line."),
        ],
        examples: [
            Example(
                "perilune open 'mstr://?evt=3995' --script rules.lua",
                "Run a link; quote it, because & and ? are special to the shell."),
            Example(
                "perilune open 'mstr://?evt=10000001' -s rules.lua --json",
                "Show the record as JSON."),
        ]),
    run: { values, terminal in
        let host = try ScriptOptions.host(
            values, terminal, isDryRun: values.flag("dry-run"))
        var status = ExitStatus.success
        for url in values.operands {
            // The link is checked first, so that a mistake in it is reported instead of quarantining an event.
            let chosen = try EventOptions.link(url, view: values.string("view"))
            let subject = chosen.subject ?? url
            if !url.contains(where: { "/?#.:".contains($0) }) {
                terminal.info(
                    "warning: '\(subject)' has no scheme, so it is a relative link; write https://… for a web page\n"
                )
            }
            let results = try await host.process(all: [chosen.event])
            if values.flag("json") {
                for record in results.records { try terminal.write(record.json + "\n") }
            } else {
                try terminal.write(
                    DecisionText(results, of: subject, style: terminal.style).text)
            }
            if results.summary.failed > 0 { status = .quarantined }
        }
        if let error = await SinkDelivery.finish(host, terminal) { throw error }
        return status
    })
