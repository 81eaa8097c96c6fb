import PeriluneCore

/// The module `url`: addresses of any kind, and links with some parameters changed.
enum URLModule {
    static let module = HostModule(
        "url", "Addresses taken apart and put together.",
        [
            HostFunction(
                "parse",
                "Takes an address apart: scheme, host, port, path, query, fragment, parameters, all.",
                [.init("url", .string, "an address, absolute or relative")], returns: "table",
                .sync { arguments, _ throws(PeriluneError) in
                    parts(of: try Link(arguments.first?.string ?? ""))
                }),
            HostFunction(
                "encode", "Percent-encodes all but letters, digits and - . _ ~",
                [.init("text", .string, "any text")], returns: "string",
                .sync { arguments, _ in
                    .string(PercentEncoding.encode(arguments.first?.string ?? ""))
                }),
            HostFunction(
                "decode", "Decodes percent escapes; as written where they do not make UTF-8.",
                [
                    .init("text", .string, "an encoded text"),
                    .init("plusIsSpace", .boolean, optional: true, "whether + means a space"),
                ], returns: "string",
                .sync { arguments, _ in
                    .string(
                        PercentEncoding.decode(
                            arguments.first?.string ?? "",
                            plusIsSpace: arguments.count > 1 && arguments[1] == true))
                }),
            HostFunction(
                "query", "Makes a query from a table; names are sorted, a list repeats its name.",
                [.init("parameters", .table, "names and values: texts, numbers, booleans, lists")],
                returns: "string",
                .sync { arguments, _ throws(PeriluneError) in
                    .string(try QueryText.query(of: arguments.first ?? .null))
                }),
            HostFunction(
                "with",
                "The address with some parameters set; all others stay as they are written.",
                [
                    .init("url", .string, "an address"),
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
