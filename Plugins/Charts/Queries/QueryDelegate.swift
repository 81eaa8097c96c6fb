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

    package func table(_ request: QueryRequest) async throws -> Table? {
        let arguments = request.arguments.mapValues(\.value)
        guard let rows = try await delegate.executeQuery(request.name, arguments: arguments) else {
            return nil
        }
        return try Table(rows: rows, of: request.name, limits: limits)
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
