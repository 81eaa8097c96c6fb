extension QueryGenerator {
    /// A script whose delegate answers the queries.
    package var lua: String {
        var lines = [
            "-- Answers the queries of \(source).",
            "-- Begun by `perilune charts generate`: fill in the rows.", "",
            "local delegate = {}", "local queries = {}",
        ]
        for need in needs { lines += function(need) }
        lines += [
            "", "function delegate:executeQuery(name, args)", "  local query = queries[name]",
            "  if query then return query(args) end", "end", "", "return delegate",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private func function(_ need: QueryNeed) -> [String] {
        var names = NameMaker(reserved: NameMaker.lua)
        var lines = [
            "", "-- Charts: \(need.chartList).", "-- Columns: \(need.columnList).",
            "queries[\(need.query.literal)] = function(\(need.arguments.isEmpty ? "" : "args"))",
        ]
        for argument in need.arguments {
            let name = names.name(for: argument.name)
            lines.append(
                "  local \(name) = args[\(argument.name.literal)]"
                    + " -- \(need.explanation(of: argument)), or nil")
        }
        let cells = need.columns.map { "[\($0.name.literal)] = nil" }.joined(separator: ", ")
        return lines + ["  return {", "    -- { \(cells) },".commentLine, "  }", "end"]
    }
}
