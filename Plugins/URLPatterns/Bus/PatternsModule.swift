import PeriluneCore

/// The module `patterns`: the patterns and link rules of this plugin, for scripts.
enum PatternsModule {
    static let module = HostModule(
        "patterns", "Matches URL patterns and link rules, and finds conflicts of patterns.",
        lua: luaPart,
        [
            HostFunction(
                "match", "Returns the typed values of a URL that a pattern matches, else nil.",
                [
                    .init("pattern", .string, "such as l:(animal)Domain/s:Name/i:Age"),
                    .init("url", .string, "a URL"),
                ], returns: "table?",
                .sync { arguments, _ throws(PeriluneError) in
                    let (pattern, url) = texts(arguments)
                    let set = try PatternSet([try URLPattern(pattern, notification: "match")])
                    return try set.match(url).map { .object($0.values) }
                }),
            HostFunction(
                "capture",
                "Returns the captured values of a link that a link rule matches, else nil.",
                [
                    .init("rule", .string, "such as ?evt=10000001&customer={number:i}"),
                    .init("url", .string, "a link"),
                ], returns: "table?",
                .sync { arguments, _ throws(PeriluneError) in
                    let (rule, url) = texts(arguments)
                    let set = LinkRuleSet(try LinkRule.rules(rule))
                    guard let match = set.matches(url).first else { return nil }
                    return .object(try set.values(match, of: url))
                }),
            HostFunction(
                "conflicts",
                "Returns pairs of patterns that match the same URL (relation, first, second, winner, example), and how many pairs were left out.",
                conflictParameters, returns: "table[], integer", .native),
            HostFunction(
                "_conflicts", "Returns pairs, and how many more there are.", conflictParameters,
                returns: "table",
                .sync { arguments, _ throws(PeriluneError) in
                    try conflicts(arguments.first ?? .null, arguments.dropFirst().first ?? .null)
                }),
        ])

    private static let conflictParameters: [HostFunction.Parameter] = [
        .init("patterns", .table, "a list of at most 500 patterns, in the order of registration"),
        .init(
            "options", .table, optional: true,
            "limit: how many pairs to return, 100 if it is left out"),
    ]

    /// Only Lua returns two values.
    private static let luaPart = """
        local patterns = ...
        local conflicts = patterns._conflicts
        patterns._conflicts = nil

        function patterns.conflicts(...)
          local found = conflicts(...)
          return found.pairs, found.more
        end
        """

    private static func texts(_ arguments: [Value]) -> (String, String) {
        (arguments.first?.string ?? "", arguments.count > 1 ? arguments[1].string ?? "" : "")
    }

    /// All pairs are compared, in one step that the time limit of the script does not interrupt.
    private static let mostPatterns = 500

    private static func conflicts(_ list: Value, _ options: Value) throws(PeriluneError) -> Value {
        var patterns: [URLPattern] = []
        let elements = list.array ?? []
        guard elements.count <= mostPatterns else {
            throw PeriluneError(
                "pattern.list",
                "\(elements.count) patterns; at most \(mostPatterns) can be compared",
                hint: "compare fewer patterns in one call")
        }
        for element in elements {
            guard let text = element.string else {
                throw PeriluneError(
                    "pattern.list", "a pattern must be a string, got \(element.json)",
                    hint: "write patterns.conflicts{ \"s:Name\", \"l:(animal)Domain\" }")
            }
            patterns.append(try URLPattern(text, notification: "match"))
        }
        let limit = options["limit"] ?? 100
        guard let limit = limit.integer.flatMap({ Int(exactly: $0) }), limit >= 0 else {
            throw PeriluneError(
                "pattern.limit", "limit must be a number of pairs, got \(limit.json)",
                hint: "write patterns.conflicts(list, { limit = 1000 })")
        }
        let report = try PatternSet(patterns).conflicts(limit: limit)
        let pairs = report.conflicts.map { conflict -> Value in
            [
                "relation": .string(conflict.relation.rawValue),
                "first": .string(conflict.first.text),
                "second": .string(conflict.second.text),
                "winner": .string(patterns[conflict.winnerIndex].text),
                "example": .string(conflict.example),
            ]
        }
        let more = report.total - pairs.count
        return ["pairs": .array(pairs), "more": .integer(Int64(more))]
    }
}
