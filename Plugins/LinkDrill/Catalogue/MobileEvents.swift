/// The events of the apps.
///
/// Where nothing but a number is known, the effect is its name.
enum MobileEvents {
    static let all: [EventDefinition] = folders + screens + actions + running + panels + subscribing

    private static let folders: [EventDefinition] = [
        .init(
            2001, "browse folder", .iOS, .manual, "shows the contents of a folder",
            CommonParameters.folder, required: [["folderID", "systemFolder"]]),
        .init(
            2002, "browse web folder", .iOS, .manual, "shows a folder on a WebDAV server",
            [.init("folderID", .guid, "the folder", isTarget: true)], required: [["folderID"]]),
    ]

    private static let screens: [EventDefinition] = [
        .init(3124, "back", .mobile, .manual, "does what the Back button does"),
        .init(3993, "recents", .iOS, .interface, "shows what was viewed last"),
        .init(3994, "help", .iOS, .interface, "shows the help"),
        .init(3995, "home", .iOS, .manual, "shows the home screen"),
        .init(3996, "shared library", .mobile, .manual, "shows the shared library"),
        .init(3997, "reports", .iOS, .manual, "shows the reports"),
        .init(3997, "subscriptions", .android, .manual, "shows the subscriptions"),
        .init(3998, "status", .iOS, .manual, "shows the status of actions"),
        .init(3999, "settings", .iOS, .manual, "shows the settings of servers"),
    ]

    private static let actions: [EventDefinition] = [
        .init(
            3037, "e-mail screen", .iOS, .interface, "mails a picture of the screen",
            takesAnyParameter: true),
        .init(3103, "request PDF", .iOS, .interface, "asks for a PDF", takesAnyParameter: true),
        .init(
            3175, "annotate and share", .iOS, .interface, "opens the annotation",
            takesAnyParameter: true),
        .init(
            3987, "switch selection mode", .iOS, .interface, "switches the selection mode",
            takesAnyParameter: true),
        .init(3988, "offline", .iOS, .interface, "goes offline", takesAnyParameter: true),
        .init(
            3989, "option menu", .iOS, .interface, "opens the menu of options",
            takesAnyParameter: true),
        .init(
            3992, "third-party launch", .mobile, .manual, "opens the app that owns the scheme",
            takesAnyParameter: true),
        .init(4000, "log out", .iOS, .interface, "logs out", takesAnyParameter: true),
    ]

    private static let running: [EventDefinition] = [
        .init(
            4001, "run report", .mobile, .manual, "runs a report",
            CommonParameters.report + [CommonParameters.reportViewMode] + CommonParameters.prompts,
            required: [["reportID", "reportName"]]),
        .init(
            2_048_001, "run document", .mobile, .manual, "runs a document",
            CommonParameters.document + [
                .init("layoutIndex", .integer, "the layout that opens"), CommonParameters.viewMedia,
            ] + CommonParameters.prompts,
            required: [["documentID", "documentName"]]),
        .init(
            2_048_030, "refresh document", .mobile, .manual,
            "runs the current document again and keeps its manipulations",
            [.init("useCache", .onUnlessZero, "0 asks the warehouse, all else the server's cache")]),
    ]

    private static let panels: [EventDefinition] = [
        .init(
            2_048_076, "select panel", .iOS, .manual,
            "shows panels of panel stacks that are open in the same document",
            [
                .init("pKey", .list, "the panels by key", isTarget: true),
                .init("pName", .list, "the panels by name", isTarget: true),
                .init("psKey", .list, "the panel stacks by key"),
                .init("psName", .list, "the panel stacks by name"),
            ], required: [["pKey", "pName"], ["psKey", "psName"]]),
        .init(
            2_048_084, "set selector", .iOS, .manual, "changes a selector of the current layout",
            [
                .init("sKey", .text, "the selector by key", isTarget: true),
                .init("sName", .name, "the selector by name", isTarget: true),
                .init("sIndex", .integer, "the item that is selected"),
            ], required: [["sKey", "sName"], ["sIndex"]]),
        // The manual has the page for Android only; an iOS app draws the same window.
        .init(
            2_048_500, "show information window", .android, .manual,
            "opens a panel stack of the same document as a window", infoWindow,
            required: [["panelName"]]),
        .init(
            2_048_500, "show information window", .iOS, .inferred,
            "opens a panel stack of the same document as a window", infoWindow,
            required: [["panelName"]]),
    ]

    private static let infoWindow: [ParameterDefinition] = [
        .init("panelName", .name, "the panel stack", isTarget: true)
    ]

    private static let subscribing: [EventDefinition] = [
        .init(
            8001, "answer prompts and subscribe", .mobile, .interface,
            "answers all prompts and subscribes", takesAnyParameter: true),
        .init(
            4_098_001, "answer prompt", .mobile, .interface, "answers one prompt",
            takesAnyParameter: true),
        .init(
            256_019, "save subscription", .mobile, .interface, "saves a subscription",
            takesAnyParameter: true),
        .init(
            256_020, "set subscription properties", .mobile, .interface,
            "sets the properties of a subscription", takesAnyParameter: true),
    ]
}
