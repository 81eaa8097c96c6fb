import PeriluneCore

/// The module `link`: links as scripts see them.
enum LinkModule {
    static let module = HostModule(
        "link", "Link drills taken apart: events, parameters, prompt answers, edit links.",
        [
            HostFunction(
                "parse",
                "Takes a link apart: scheme, host, path, number, name, custom, known, target, "
                    + "parameters, all, prompts, events, warnings.",
                [.init("url", .string, "a link; secrets in it are not masked in the answer")],
                returns: "table",
                .sync { arguments, _ throws(PeriluneError) in
                    LinkTable.value(of: try Link(arguments.first?.string ?? ""))
                }),
            HostFunction(
                "encode", "Percent-encodes a text for a parameter of a link.",
                [.init("text", .string, "any text")], returns: "string",
                .sync { arguments, _ in
                    .string(PercentEncoding.encode(arguments.first?.string ?? ""))
                }),
            HostFunction(
                "redact", "The link, or any other text, with its secrets replaced by ***.",
                [.init("url", .string, "a link, or a text with links")], returns: "string",
                .sync { arguments, _ in
                    .string(Redaction.redact(arguments.first?.string ?? ""))
                }),
            HostFunction(
                "editLinks",
                "Reads an XML document of edit links: links, and which is the default.",
                [.init("xml", .string, "a document with the root ud")], returns: "table",
                .sync { arguments, _ throws(PeriluneError) in
                    EditLinksTable.value(of: try EditLinks(xml: arguments.first?.string ?? ""))
                }),
        ])
}
