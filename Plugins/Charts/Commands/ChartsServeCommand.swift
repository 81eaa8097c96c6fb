import Arguments
import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore
import PeriluneHTTP

let chartsServeAction: PluginAction = PluginAction(
    command: Command(
        name: "charts serve", summary: "Show a dashboard in a browser",
        discussion: [
            "Serves a page in which users select, drill down, filter and set variables. Each visitor has their own selections; an address that they copy contains them.",
            "Scripts can answer queries (executeQuery), reject actions (such as willSelectCategory) and react to them. To serve several dashboards beside events, use 'perilune serve --charts FILE'.",
            "With --token-file, the browser asks for a password, which is the token; any user name will do.",
        ],
        operands: [ChartsOptions.metadata],
        options: [
            .value(
                "listen", short: "l", "HOST:PORT", default: "127.0.0.1:8090",
                "The address to listen on; port 0 picks a free port."),
            .value(
                "token-file", "FILE", accepts: .file, default: "none",
                "Require the token in the first line of this file."),
            .toggle(
                "watch",
                "Show changes of the metadata and its data as they are saved. Errors are shown in the page; until they are fixed, the last version stays."
            ),
            .toggle("anonymous", "Show the dashboard to the network without a token."),
            .value(
                "allow-host", "NAME", isRepeatable: true, default: "addresses and localhost",
                "A name in the Host header that is accepted from clients without a token; *.example.com for all names below it, * for any."
            ),
        ] + ChartsOptions.pages + ChartsOptions.data,
        examples: [
            Example(
                "perilune charts serve Scripts/charts/sales.xml",
                "Show a dashboard at http://127.0.0.1:8090/d/sales.")
        ]),
    run: { values, terminal, context in
        try ChartsOptions.checkPages(values, program: program)
        let path = values.operands[0]
        let file = ChartsOptions.file(path, data: values.string("data"), values)
        let opened = try Session.open(file)
        for issue in opened.issues.shown(path) where issue.level != .note {
            terminal.info(issue.lines)
        }
        let session = opened.session
        let charts = Charts(sessions: [session], pages: ChartsOptions.pageOptions(values))
        let watching =
            values.flag("watch")
            ? try context.watch({ Session.files(of: file) }) { await session.reload(file) } : nil
        defer { watching?.cancel() }
        return try await context.serve(charts, program, values, terminal) { address in
            "\(session.name) is at \(address)/d/\(PercentEncoding.component(session.name))"
        }
    })

private let program = "perilune charts serve"
