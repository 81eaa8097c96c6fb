import PeriluneCore

/// The module `url`: addresses of any kind, and links with some parameters changed.
enum URLModule {
    static let module = HostModule(
        "url", "Parses and builds URLs.",
        [
            HostFunction(
                "parse",
                "Parses a URL; returns scheme, host, port, path, query, fragment, parameters, all.",
                [.init("url", .string, "a URL, absolute or relative")], returns: "table",
                .sync { arguments, _ throws(PeriluneError) in
                    parts(of: try Link(arguments.first?.string ?? ""))
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
                "Returns the URL with some parameters set; all others stay as written.",
                [
                    .init("url", .string, "a URL"),
                    .init("changes", .table, "names and new values; json.null removes a parameter"),
                ], returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    let link = try Link(arguments.first?.string ?? "")
                    let changes = arguments.count > 1 ? arguments[1] : .null
                    return .string(try QueryText.link(link, with: changes))
                }),
        ])

    private static func parts(of link: Link) -> Value {
        var table = Value.Members()
        if let scheme = link.scheme { table["scheme"] = .string(scheme) }
        if let place = link.layout.hostAndPort(in: link.raw) {
            table["host"] = .string(place.host)
            if let port = place.port { table["port"] = .integer(port) }
        }
        table["path"] = .string(link.path)
        if let query = link.query { table["query"] = .string(query) }
        if let fragment = link.fragment { table["fragment"] = .string(fragment) }
        let parameters = ParameterTables(link)
        table["parameters"] = .object(parameters.first)
        table["all"] = .object(parameters.all)
        return .object(table)
    }
}
