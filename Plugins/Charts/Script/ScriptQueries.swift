import PeriluneCore
import PeriluneJSON

/// Rows returned by a script: a delegate's `executeQuery(name, arguments)`.
struct ScriptQueries: QuerySource {
    let bus: any EventProcessor

    func table(_ request: QueryRequest) async throws -> Table? {
        let arguments = request.values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let event = Event(
            id: "query/\(request.name)", source: "charts/queries", type: "chart.query",
            subject: request.name, data: .object(.init(arguments)))
        guard let rows = try await bus.answer(event).checked().json().first else { return nil }
        return try Table(rows: Value(json: rows), of: request.name)
    }
}
