import PeriluneCore

/// A step of `$apply`.
package enum ODataTransformation: Sendable, Hashable {
    case filter(ODataExpression)
    case groupBy([ODataPath], [Aggregation])
    case aggregate([Aggregation])

    /// Such as `revenue with sum as total` or `$count as rows`.
    package struct Aggregation: Sendable, Hashable {
        /// `nil` counts rows.
        package var path: ODataPath?
        /// `count` if there is no path, and never otherwise.
        package var function: Function
        /// The name of the column with the result.
        package var alias: String
    }

    /// A function of an aggregate.
    package enum Function: String, Sendable, CaseIterable {
        case sum, average, min, max
        case countDistinct = "countdistinct"
        case count
    }
}

extension ODataParser {
    mutating func transformations() throws(PeriluneError) -> [ODataTransformation] {
        var steps: [ODataTransformation] = []
        repeat {
            let (column, name) = (token.column, try self.name())
            try expect("(")
            switch name {
            case "filter":
                steps.append(
                    .filter(
                        try within { (parser) throws(PeriluneError) in try parser.condition() }))
            case "groupby": steps.append(try groupBy())
            case "aggregate": steps.append(.aggregate(try aggregations()))
            default:
                throw scanner.error(
                    "unknown transformation \(name)", at: column,
                    hint: "the transformations are filter, groupby and aggregate")
            }
            try expect(")")
        } while try consume(if: "/")
        return steps
    }

    private mutating func groupBy() throws(PeriluneError) -> ODataTransformation {
        try expect("(")
        var paths = [try path()]
        while try consume(if: ",") { paths.append(try path()) }
        try expect(")")
        guard try consume(if: ",") else { return .groupBy(paths, []) }
        let (column, name) = (token.column, try self.name())
        guard name == "aggregate" else {
            throw scanner.error("only aggregate is allowed within groupby", at: column)
        }
        try expect("(")
        let aggregations = try aggregations()
        try expect(")")
        return .groupBy(paths, aggregations)
    }

    private mutating func aggregations() throws(PeriluneError) -> [ODataTransformation.Aggregation]
    {
        var list: [ODataTransformation.Aggregation] = []
        repeat {
            let path = try path()
            var function = ODataTransformation.Function.count
            if path.names != ["$count"] {
                guard try consume(ifWord: "with") else { throw unexpected("with") }
                let (column, name) = (token.column, try self.name())
                guard let known = ODataTransformation.Function(rawValue: name), known != .count
                else {
                    throw scanner.error(
                        "unknown aggregate \(name)", at: column,
                        hint: "the aggregates are sum, average, min, max and countdistinct")
                }
                function = known
            }
            guard try consume(ifWord: "as") else { throw unexpected("as") }
            list.append(
                .init(
                    path: path.names == ["$count"] ? nil : path, function: function,
                    alias: try name()))
        } while try consume(if: ",")
        return list
    }
}
