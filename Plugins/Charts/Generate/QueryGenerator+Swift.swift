extension QueryGenerator {
    /// A type that answers the queries.
    package func swift(type: String = "MyQuery") -> String {
        var names = NameMaker(reserved: NameMaker.swift)
        let functions = needs.map { (need: $0, name: names.name(for: $0.query)) }
        var lines = [
            "// Answers the queries of \(source).",
            "// Begun by `perilune charts generate`: fill in the rows.", "",
            "import ChartsPlugin", "import PeriluneCore", "",
            "struct \(type): ChartQueryDelegate {",
            "    func executeQuery(_ name: String, arguments: [String: Value]) async throws -> Value? {",
            "        switch name {",
        ]
        for (need, name) in functions {
            let values = need.arguments.isEmpty ? "" : "arguments"
            lines.append("        case \(need.query.literal): try await \(name)(\(values))")
        }
        lines += ["        default: nil", "        }", "    }"]
        for (need, name) in functions { lines += function(need, name) }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func function(_ need: QueryNeed, _ name: String) -> [String] {
        var names = NameMaker(reserved: NameMaker.swift)
        let parameter = need.arguments.isEmpty ? "" : "_ arguments: [String: Value]"
        var lines = [
            "", "    /// Charts: \(need.chartList).", "    ///",
            "    /// Columns: \(need.columnList).",
            "    private func \(name)(\(parameter)) async throws -> Value {",
        ]
        for argument in need.arguments {
            let local = names.name(for: argument.name)
            lines += [
                "        // \(need.explanation(of: argument)), or nil".commentLine,
                "        let \(local) = arguments[\(argument.name.literal)]",
            ]
        }
        if !need.arguments.isEmpty {
            var again = NameMaker(reserved: NameMaker.swift)
            let locals = need.arguments.map { again.name(for: $0.name) }
            lines += ["        _ = (\(locals.joined(separator: ", ")))"]
        }
        let cells = need.columns.map { "\($0.name.literal): .null" }.joined(separator: ", ")
        return lines + [
            need.arguments.isEmpty ? "        [" : "        return [",
            "            // [\(cells)],".commentLine, "        ]", "    }",
        ]
    }
}
