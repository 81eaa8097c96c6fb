public import PeriluneCore

/// Answers the queries of charts in the program that they are part of.
///
/// `perilune charts generate` writes the skeleton of one.
public protocol ChartQueryDelegate: Sendable {
    /// Answers a query.
    ///
    /// Arguments are by name: for what was drilled into its value, for a pick list an array of values, for
    /// a range an array of its two ends; dates are texts such as `2010-05-10`. A name that is not there
    /// restricts nothing.
    ///
    /// - Returns: An array of rows, which are objects; or an object with `rows` and any of `sorted`,
    ///   `referenceValue`, `upperThreshold`, `lowerThreshold` and `predictiveStartCategory`. `nil` for a
    ///   query that it does not know.
    func executeQuery(_ name: String, arguments: [String: Value]) async throws -> Value?
}

/// Queries that a delegate answers.
package struct DelegateSource: QuerySource {
    private let delegate: any ChartQueryDelegate
    private let limits: QueryLimits

    package init(_ delegate: any ChartQueryDelegate, limits: QueryLimits = QueryLimits()) {
        self.delegate = delegate
        self.limits = limits
    }

    /// Asks the delegate, and converts its rows within the limits.
    package func table(_ request: QueryRequest) async throws -> Table? {
        guard
            let rows = try await delegate.executeQuery(request.name, arguments: request.values)
        else {
            return nil
        }
        return try Table(rows: rows, of: request.name, limits: limits)
    }
}

extension QueryRequest {
    /// The arguments as delegates get them.
    package var values: [String: Value] {
        Dictionary(
            uniqueKeysWithValues: arguments.map { key, argument in
                guard dateRanges.contains(key), case .between(let low, let high, _) = argument,
                    let ends = try? [low, high].map(Self.date)
                else { return (key, argument.value) }
                return (key, .array(ends))
            })
    }

    private static func date(_ end: Double) throws(PeriluneError) -> Value {
        guard let date = Int64(exactly: end.rounded()) else {
            throw PeriluneError("charts.value", "the end of a range is not a date")
        }
        return Cell.date(date).value
    }
}

extension QueryArgument {
    /// The argument as delegates get it.
    package var value: Value {
        switch self {
        case .equals(let cell): cell.value
        case .among(let cells, _): .array(cells.map(\.value))
        case .between(let low, let high, _):
            .array([Cell.number(low).value, Cell.number(high).value])
        }
    }
}

extension Cell {
    /// Whole numbers as integers, dates as texts of ISO 8601.
    package var value: Value {
        switch self {
        case .null: .null
        case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .number(number)
        case .text(let text): .string(text)
        case .date(let date): .string(ValueText.date(date))
        }
    }
}
