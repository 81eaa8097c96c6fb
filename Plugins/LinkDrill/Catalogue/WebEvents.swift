/// The events of the Web server that links are known to carry.
enum WebEvents {
    static let all: [EventDefinition] = pages + reports + documents

    private static let pages: [EventDefinition] = [
        .init(
            2001, "browse folder", .web, .manual, "shows the contents of a folder",
            CommonParameters.folder, required: [["folderID", "systemFolder"]]),
        .init(3002, "shared reports", .web, .manual, "shows the shared reports"),
        .init(3003, "my reports", .web, .observed, "shows the user's own reports"),
    ]

    private static let reports: [EventDefinition] = [
        .init(
            3005, "design report", .web, .observed, "opens the page that designs a report",
            CommonParameters.report + [
                .init("reportDesignMode", .integer, "the mode of the designer")
            ], required: [["reportID", "reportName"]]),
        .init(
            3067, "export report", .web, .observed,
            "opens the form to export a report or to answer its prompts again",
            CommonParameters.report + [.init("rePrompt", .flag, "whether to ask again")],
            required: [["reportID", "reportName"]]),
        .init(
            4001, "run report", .web, .manual, "runs a report",
            CommonParameters.report + [CommonParameters.reportViewMode]
                + CommonParameters.visualization + CommonParameters.prompts,
            required: [["reportID", "reportName"]]),
        .init(
            4002, "pivot", .web, .manual, "pivots the current report", takesAnyParameter: true),
        .init(
            4033, "run template with filter", .web, .manual, "runs a template with a filter",
            [
                .init("templateID", .guid, "the template", isTarget: true),
                .init("filterID", .guid, "the filter"), CommonParameters.reportViewMode,
            ] + CommonParameters.prompts,
            required: [["templateID"], ["filterID"]]),
        .init(
            4058, "run subscription", .web, .observed, "runs a report by its subscription",
            [
                .init("_subscriptionID", .guid, "the subscription", isTarget: true),
                CommonParameters.reportViewMode,
            ], required: [["_subscriptionID"]]),
        .init(
            4501, "custom display", .web, .manual, "the manual's example of a display event",
            takesAnyParameter: true),
    ]

    private static let documents: [EventDefinition] = [
        .init(
            3140, "open dashboard", .web, .observed, "opens a document as a dashboard",
            CommonParameters.document + CommonParameters.visualization,
            required: [["documentID", "documentName"]]),
        .init(
            3186, "open subscription", .web, .observed, "opens a document by its subscription",
            [.init("subscriptionID", .guid, "the subscription", isTarget: true)]
                + CommonParameters.visualization, required: [["subscriptionID"]]),
        .init(
            2_048_001, "run document", .web, .manual, "runs a document",
            CommonParameters.document + [
                .init("viewMode", .integer, "the older name of the view"),
                CommonParameters.viewMedia,
            ] + CommonParameters.visualization + CommonParameters.prompts,
            required: [["documentID", "documentName"]]),
    ]
}
