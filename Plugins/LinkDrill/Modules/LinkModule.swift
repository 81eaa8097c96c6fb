import PeriluneCore

/// The module `link`: links as scripts see them.
enum LinkModule {
    static let module = HostModule(
        "link", "Parses link drills: events, parameters, prompt answers, edit links.",
        [
            HostFunction(
                "parse",
                "Parses a link; what it does not have is nil.",
                [.init("url", .string, "a link; secrets in it are not masked in the result")],
                returns:
                    "{ scheme: string?, host: string?, path: string, fragment: string?, form: string, canonical: string?, problem: string?, number: integer?, name: string?, custom: boolean, known: boolean, target: string?, parameters: table, all: table, lists: table?, prompts: table?, dossier: table?, events: table[], warnings: table[] }",
                .sync { arguments, _ throws(PeriluneError) in
                    LinkTable.value(of: try Link(arguments.first?.string ?? ""))
                }),
            HostFunction(
                "with",
                "Returns the link with some parameters set; lists and prompt answers have the form in which "
                    + "link.parse returns them.",
                [
                    .init("url", .string, "a link"),
                    .init("changes", .table, "names and new values; json.null removes a parameter"),
                ], returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    let link = try URLTable.link(arguments.first?.string ?? "")
                    let changes = arguments.count > 1 ? arguments[1] : .null
                    return .string(try QueryText.link(link, withStructured: changes))
                }),
            HostFunction(
                "prompts", "Returns the parameters of prompt answers, to append to a link.",
                [
                    .init(
                        "answers", .table,
                        "values and elements, in the form of link.parse(url).prompts"
                    )
                ], returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    .string(try QueryText.prompts(arguments.first ?? .null))
                }),
            HostFunction(
                "encode", "Percent-encodes a string for a parameter of a link.",
                [.init("text", .string, "any string")], returns: "string",
                .sync { arguments, _ in
                    .string(PercentEscapes.encode(arguments.first?.string ?? ""))
                }),
            HostFunction(
                "redact", "Replaces the secrets in a link or any other text by ***.",
                [.init("url", .string, "a link, or text with links")], returns: "string",
                .sync { arguments, _ in
                    .string(Redaction.redact(arguments.first?.string ?? ""))
                }),
            HostFunction(
                "editLinks",
                "Parses an XML document of edit links; returns the links and the default.",
                [.init("xml", .string, "a document with the root ud")], returns: "table",
                .sync { arguments, _ throws(PeriluneError) in
                    EditLinksTable.value(of: try EditLinks(xml: arguments.first?.string ?? ""))
                }),
            HostFunction(
                "writeEditLinks", "Returns an XML document of edit links.",
                [.init("document", .table, "links and default, in the form of link.editLinks")],
                returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    .string(
                        try EditLinksTable.document(of: arguments.first ?? .null).xml())
                }),
        ])
}
