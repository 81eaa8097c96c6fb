import PeriluneCore

/// Rows that a script answers: a delegate's `executeQuery(name, arguments)`.
struct ScriptQueries: QuerySource {
    let bus: any SessionBus

    func table(_ request: QueryRequest) async throws -> Table? {
        let arguments = request.arguments.sorted { $0.key < $1.key }.map {
            ($0.key, $0.value.value)
        }
        let event = Event(
            id: "query/\(request.name)", source: "charts/queries", type: "chart.query",
            subject: request.name, data: .object(.init(arguments)))
        guard let rows = try await bus.decide(event).emitted.first else { return nil }
        return try Table(rows: rows, of: request.name)
    }
}

extension QueryArgument {
    /// As a script reads it: a value, or a list; a range as its two ends.
    fileprivate var value: Value {
        switch self {
        case .equals(let cell): cell.value
        case .among(let cells, _): .array(cells.map(\.value))
        case .between(let lower, let upper, _): .array([.number(lower), .number(upper)])
        }
    }
}
