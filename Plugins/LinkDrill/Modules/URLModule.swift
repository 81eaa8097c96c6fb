import PeriluneCore

/// The module `url`: addresses of any kind, and links with some parameters changed.
enum URLModule {
    static let module = HostModule(
        "url", "Parses and builds URLs.",
        [
            HostFunction(
                "parse",
                "Parses a URL as a browser does; returns href, origin, scheme, username, password, host, "
                    + "port, path, query, fragment, parameters, all.",
                [.init("url", .string, "a URL, absolute or relative")], returns: "table",
                .sync { arguments, _ throws(PeriluneError) in
                    try URLTable.value(of: arguments.first?.string ?? "")
                }),
            HostFunction(
                "resolve", "Returns what a browser opens for a link on a page.",
                [
                    .init("base", .string, "the URL of the page"),
                    .init("reference", .string, "a URL, absolute or relative to the page"),
                ], returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    .string(
                        try URLTable.resolve(
                            arguments.count > 1 ? arguments[1].string ?? "" : "",
                            base: arguments.first?.string ?? ""))
                }),
            HostFunction(
                "normalize",
                "Returns a URL in its canonical spelling: URLs that open the same compare equal.",
                [.init("url", .string, "an absolute URL")], returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    .string(try URLTable.normalize(arguments.first?.string ?? ""))
                }),
            HostFunction(
                "encode", "Percent-encodes all characters but letters, digits and - . _ ~",
                [.init("text", .string, "any string")], returns: "string",
                .sync { arguments, _ in
                    .string(PercentEscapes.encode(arguments.first?.string ?? ""))
                }),
            HostFunction(
                "decode",
                "Decodes percent escapes; those that are not valid UTF-8 stay as written.",
                [
                    .init("text", .string, "an encoded string"),
                    .init("plusIsSpace", .boolean, optional: true, "whether + means a space"),
                ], returns: "string",
                .sync { arguments, _ in
                    .string(
                        PercentEscapes.decode(
                            arguments.first?.string ?? "",
                            plusIsSpace: arguments.count > 1 && arguments[1] == true))
                }),
            HostFunction(
                "query", "Builds a query from a table; names are sorted, a list repeats its name.",
                [
                    .init(
                        "parameters", .table, "names and values: strings, numbers, booleans, lists")
                ],
                returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    .string(try QueryText.query(of: arguments.first ?? .null))
                }),
            HostFunction(
                "with",
                "Returns the URL with some parameters set; all others stay as written. Values are encoded as text: "
                    + "for lists and prompt answers use link.with.",
                [
                    .init("url", .string, "a URL"),
                    .init("changes", .table, "names and new values; json.null removes a parameter"),
                ], returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    let link = try URLTable.link(arguments.first?.string ?? "")
                    let changes = arguments.count > 1 ? arguments[1] : .null
                    return .string(try QueryText.link(link, with: changes))
                }),
        ])
}
