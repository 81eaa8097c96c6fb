import PeriluneCore
import PeriluneJSON

/// The rows that a user may see, as returned by a script's `rowsFor(query, visitor)`.
///
/// Without an answer the user sees none, so that a query which a script forgets is hidden.
struct VisibleRows {
    private let user: String
    private let dashboard: String
    private let bus: (any EventProcessor)?

    init(_ user: String, dashboard: String, _ bus: (any EventProcessor)?) {
        self.user = user
        self.dashboard = dashboard
        self.bus = bus
    }

    /// - Throws: `charts.rows` if no script answers, or the answer is neither `true` nor values of columns.
    func part(of table: Table, _ query: String) async throws -> Table {
        let event = Event(
            id: "rows/\(query)", source: "charts/rows", type: "chart.rows", subject: query,
            data: ["user": .string(user), "dashboard": .string(dashboard)])
        let answer = try await bus?.answer(event).checked().json().first
        switch try answer.map({ (json) throws(PeriluneError) in try Value(json: json) }) {
        case true: return table
        case .object(let columns) where !columns.pairs.isEmpty:
            var arguments: [String: QueryArgument] = [:]
            for member in columns.pairs {
                let values = member.value.array ?? [member.value]
                arguments[member.name] = .among(try values.map(Self.cell), column: member.name)
            }
            return try table.restricted(to: arguments, query: query)
        case nil:
            throw PeriluneError(
                "charts.rows", "no script says which rows of '\(query)' the user may see",
                hint: "answer rowsFor(query, visitor) with true, or with the values of columns")
        default: throw Self.wrong
        }
    }

    private static func cell(_ value: Value) throws(PeriluneError) -> Cell {
        if let text = value.string { return .text(text) }
        if let number = value.double { return .number(number) }
        throw wrong
    }

    private static let wrong = PeriluneError(
        "charts.rows", "rowsFor must return true or a table of columns with their values",
        hint: "such as { Region = { \"Europe\", \"Pacific\" } }")
}
