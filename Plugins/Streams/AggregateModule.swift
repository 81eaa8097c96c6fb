internal import PeriluneCore

extension StreamModules {
    static let aggregate = HostModule(
        "aggregate", "Aggregates of events, for windows or for a table of your own.",
        part: source(
            PackageResources.common_lua, PackageResources.aggregate_lua,
            PackageResources.distinct_lua, PackageResources.quantile_lua),
        [
            make("count", "Counts events, or values that are not missing.", isOptional: true),
            make("sum", "Adds up numbers."),
            make("min", "Finds the smallest number."),
            make("max", "Finds the largest number."),
            make("mean", "Computes the mean of numbers."),
            make(
                "distinct",
                "Estimates the number of distinct values (HyperLogLog, standard error 1.6 %)."),
            make(
                "quantile",
                "Estimates quantiles of numbers (DDSketch, relative error at most 1 %); several are returned as a list.",
                [.init("...", .number, "from 0 to 1, such as 0.95")]),
            HostFunction(
                "of",
                "Combines aggregates; add(totals, event) changes a table, such as a member of state, and result(totals) returns the results by name.",
                [.init("aggregates", .table, "by name")],
                returns:
                    "{ add: fun(self, totals: table, event: any), merge: fun(self, totals: table, others: table), result: fun(self, totals: table): table }",
                .native),
        ])

    private static func make(
        _ name: String, _ summary: String, isOptional: Bool = false,
        _ more: [HostFunction.Parameter] = []
    ) -> HostFunction {
        HostFunction(
            name, summary,
            [
                .init(
                    "path", .any, optional: isOptional,
                    "where the value is, such as data.bytes, or a function that returns it")
            ] + more, returns: "table", .native)
    }
}
