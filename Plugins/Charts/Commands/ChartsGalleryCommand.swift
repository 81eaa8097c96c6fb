import Arguments
import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles

let chartsGalleryAction: PluginAction = PluginAction(
    command: Command(
        name: "charts gallery",
        summary: "Write a page with the charts of a dashboard",
        discussion: [
            "The page is one HTML file without scripts, which loads nothing: it contains the pictures and the first rows of each query."
        ],
        operands: [ChartsOptions.metadata],
        options: [
            .value(
                "output", short: "o", "FILE", accepts: .file, default: "standard output",
                "The file to write.")
        ] + ChartsOptions.data,
        examples: [
            Example(
                "perilune charts gallery Scripts/charts/gallery.xml -o gallery.html",
                "Show all kinds of charts.")
        ]),
    run: { values, terminal, context in
        let path = values.operands[0]
        let opened = try ChartsOptions.open(path, values, terminal, context)
        let page = try await GalleryPage(opened.session).html(title: opened.session.name)
        try OutputFile.write(Array(page.html.utf8), to: values.string("output") ?? "-")
        let issues = (opened.issues + page.issues).shown(path)
        for issue in issues where issue.level != .note { terminal.info(issue.lines) }
        return issues.contains { $0.level == .error } ? .found : .success
    })
