import PeriluneCore
import PeriluneStore

/// A query with its arguments bound.
struct BoundQuery {
    let statement: Statement
    /// The arguments that SQL cannot apply: dates, which a database stores as texts.
    private(set) var rest: [String: QueryArgument] = [:]

    init(_ sql: String, _ request: QueryRequest, _ connection: Connection) throws {
        let inner = try connection.prepared(sql)
        var open = request.arguments
        var values: [SQLValue] = []
        for index in 0..<inner.parameterCount {
            guard let name = inner.parameterName(index + 1)?.dropFirst() else {
                throw PeriluneError(
                    "query.parameter", "query \(request.name) has a parameter without a name",
                    hint: "write :Region for the argument Region")
            }
            let key = RowRequest.argument(for: name, among: request.arguments.keys)
            if let key { open[key] = nil }
            values.append(key.flatMap { request.arguments[$0]?.parameter } ?? .null)
        }
        let columns = Set((0..<inner.columnCount).map(inner.columnName))
        var conditions: [String] = []
        for (key, argument) in open.sorted(by: { $0.key < $1.key }) {
            let column = argument.column ?? key
            guard columns.contains(column) else {
                throw ChartIssue(missing: column, query: request.name)
            }
            guard let condition = argument.condition(on: SQLName.quoted(column)) else {
                rest[key] = argument
                continue
            }
            conditions.append(condition.sql)
            values += condition.values
            if argument.isRange { rest[key] = argument }
        }
        statement =
            conditions.isEmpty
            ? inner
            // A line break, because the query may end in a comment.
            : try connection.prepared(
                "SELECT * FROM (\(sql)\n) WHERE \(conditions.joined(separator: " AND "))")
        try statement.bind(values)
    }
}

extension QueryArgument {
    /// What a parameter gets: the value itself, or a JSON array for `json_each`.
    fileprivate var parameter: SQLValue {
        if case .equals(let cell) = self { return cell.sql }
        var writer = JSONWriter()
        writer.write(value)
        return .text(writer.text)
    }

    /// The condition on a quoted column, with a `?` for each value; `nil` if a value is a date.
    fileprivate func condition(on column: String) -> (sql: String, values: [SQLValue])? {
        switch self {
        case .equals(.date): return nil
        case .equals(let cell): return ("\(column) IS ?", [cell.sql])
        case .among(let cells, _):
            let known = cells.filter { $0 != .null }
            for case .date in known { return nil }
            let places = known.map { _ in "?" }.joined(separator: ", ")
            let isNull = known.count < cells.count ? " OR \(column) IS NULL" : ""
            return ("(\(column) IN (\(places))\(isNull))", known.map(\.sql))
        case .between(let low, let high, _):
            // Some texts may be dates, which is checked afterwards.
            return (
                "(\(column) BETWEEN ? AND ? OR typeof(\(column)) = 'text')",
                [.real(low), .real(high)]
            )
        }
    }

    fileprivate var isRange: Bool {
        if case .between = self { true } else { false }
    }
}

extension Cell {
    fileprivate var sql: SQLValue {
        switch self {
        case .null: .null
        case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .real(number)
        case .text(let text): .text(text)
        case .date(let date): .text(ValueText.date(date))
        }
    }
}
