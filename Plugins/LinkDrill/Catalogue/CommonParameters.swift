/// Parameters that belong to no event in particular.
enum CommonParameters {
    /// The parameters that every link may have: for the app and the sign-in.
    static let base: [ParameterDefinition] = [
        .init("evt", .integer, "the event"),
        .init("src", .text, "the component and page that handle the event"),
        .init("evtorder", .text, "the order of several events"),
        .init("Server", .name, "the Intelligence Server", aliases: ["server"]),
        .init("Port", .integer, "the port of the Intelligence Server", aliases: ["port"]),
        .init("Project", .name, "the project", aliases: ["project"]),
        .init("share", .flag, "the link was made to be shared"),
        .init("uid", .text, "the user"),
        .init("pwd", .text, "the password"),
    ]

    /// The parameters of events that are not in the catalogue.
    static let baseTable = ParameterTable(base)

    /// The parameters of events that run something, in addition to their own.
    static let prompts: [ParameterDefinition] = [
        .init("valuePromptAnswers", .valuePrompts, "answers to value prompts, by position"),
        .init("elementsPromptAnswers", .elementPrompts, "answers to element prompts"),
        .init("objectsPromptAnswers", .text, "answers to object prompts"),
        .init("promptsAnswerXML", .text, "answers to all prompts"),
        .init("promptAnswerMode", .text, "how prompts are answered"),
        .init("originMessageID", .text, "the message whose answers are used again"),
    ]

    static let reportViewMode = ParameterDefinition(
        "reportViewMode",
        .choice([.init(1, "grid"), .init(2, "graph"), .init(3, "grid and graph")]),
        "how the report is shown")

    static let viewMedia = ParameterDefinition(
        "currentViewMedia", .integer, "the view in which the document opens",
        misprint: "currentViewMode")

    static let folder: [ParameterDefinition] = [
        .init("folderID", .guid, "the folder", isTarget: true),
        .init(
            "systemFolder", .integer,
            "a folder that every project has, such as 7 (shared reports) or 20 (my reports)",
            isTarget: true),
    ]

    static let report: [ParameterDefinition] = [
        .init("reportID", .guid, "the report", isTarget: true),
        .init("reportName", .name, "the report by name", isTarget: true),
    ]

    static let document: [ParameterDefinition] = [
        .init("documentID", .guid, "the document", isTarget: true),
        .init("documentName", .name, "the document by name", isTarget: true),
    ]

    static let visualization: [ParameterDefinition] = [
        .init("visMode", .integer, "the visualization"),
        .init("hiddenSections", .text, "the parts of the page that are not shown"),
    ]
}
