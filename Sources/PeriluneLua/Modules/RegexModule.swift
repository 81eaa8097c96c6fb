internal import PeriluneCore

extension BuiltInModules {
    static let regex = HostModule(
        "regex",
        "Regular expressions that take linear time (RE2), and grok patterns.",
        [
            function(
                "match",
                "Returns the groups of the first match, or the whole match if the pattern has none; nil if nothing matches.",
                [start], returns: "string? ..."),
            function(
                "find",
                "Returns the positions of the first and last byte of the first match, and its groups; nil if nothing matches.",
                [start], returns: "integer?, integer?, string? ..."),
            function(
                "test", "Returns whether the pattern matches somewhere; faster than match.", [],
                returns: "boolean"),
            function(
                "captures",
                "Returns the groups of the first match as a table: named groups by name, the others by number; nil if nothing matches.",
                [start], returns: "table?"),
            function(
                "gmatch", "Iterates over all matches; each step gives what match returns.", [],
                returns: "fun(): string? ..."),
            function(
                "replace", "Replaces all matches; returns the new text, and how many there were.",
                [
                    .init(
                        "replacement", .any,
                        "a string, in which \\0 is the match, \\1 to \\9 and \\g<name> are groups, and \\\\ is a backslash; a table from the first group to a replacement; or a function that gets the groups. nil or false keeps the match"
                    ),
                    .init("most", .integer, optional: true, "how many matches to replace"),
                ], returns: "string, integer"),
            HostFunction(
                "escape", "Returns a pattern that matches exactly the text.",
                [.init("text", .string, "any text")], returns: "string", .native),
            HostFunction(
                "grok",
                "Returns the fields of the first match of a grok pattern; nil if nothing matches.",
                [
                    .init("text", .string, "the text to search"),
                    .init(
                        "pattern", .string,
                        "a pattern with references %{NAME}, %{NAME:field} and %{NAME:field:int} or :float, which converts the field to a number"
                    ),
                    .init(
                        "definitions", .any, optional: true,
                        "a table of patterns by the names of references, in addition to those that there are, or instead of them; may be left out"
                    ),
                    start,
                ], returns: "table?", .native),
        ])

    private static let start = HostFunction.Parameter(
        "init", .integer, optional: true,
        "where the search begins, a position in bytes; negative from the end")

    private static func function(
        _ name: String, _ summary: String, _ more: [HostFunction.Parameter], returns: String
    ) -> HostFunction {
        HostFunction(
            name, summary,
            [
                .init("text", .string, "the text to search"),
                .init("pattern", .string, "a regular expression, such as [[(\\d+) ms]]"),
            ] + more, returns: returns, .native)
    }
}
