import Arguments
import PeriluneCore

let snapshotAction: Action = Action(
    command: Command(
        name: "snapshot", summary: "Draw a view, as snapshot.capture does in a script",
        discussion: [
            "A view is a dashboard or a login screen, named like its file (sales), one of the charts of a dashboard (sales/Orders), or a login screen on a device (settings@iphone-x)."
        ],
        operands: [Operand("VIEW", .one, "A dashboard, DASHBOARD/CHART, or a login screen.")],
        options: [
            .value(
                "charts", "FILE", accepts: .file, isRepeatable: true,
                "The dashboard to open: metadata, with its data beside it."),
            .value(
                "login", "FILE", accepts: .file, isRepeatable: true,
                "The login screen to open: MSIUICustomizationSettings.plist."),
        ] + CommandPlugins.viewOptions + ScriptOptions.all.filter { $0.name == "crm" }
            + PictureOptions.all,
        examples: [
            Example(
                "perilune snapshot sales/Orders --charts Scripts/charts/sales.xml -o orders.pdf",
                "Draw one chart as PDF.")
        ]),
    run: { values, terminal in
        let request = try PictureOptions.request(values.operands[0], values, terminal)
        let registry = try CommandPlugins.views(values)
        guard !registry.views.isEmpty else {
            throw PeriluneError(
                "view.unknown",
                "there is no view '\(request.view)': no dashboard or login screen is open",
                hint: "open a dashboard with --charts FILE, or a login screen with --login FILE")
        }
        let picture = try await PictureOptions.picture(request, of: registry.views, values)
        try PictureOptions.write(picture, values)
        return .success
    })
