package import PeriluneCore
internal import PeriluneJSON

/// What a host does for its own plugins.
extension Host: HostBus {
    package func decide(_ event: Event) async throws -> (outcome: Outcome, emitted: [Value]) {
        try told(try await process(all: [event]))
    }

    package func answer(_ event: Event) async throws -> (outcome: Outcome, emitted: [Value]) {
        let results: Results = try await answer(event)
        return try told(results)
    }

    private func told(
        _ results: Results
    ) throws(PeriluneError) -> (outcome: Outcome, emitted: [Value]) {
        if let error = results.records.first?.error { throw error }
        let lines = results.output.split(separator: UInt8(ascii: "\n"))
        let emitted = try lines.map { line throws(PeriluneError) in try Value(json: Array(line)) }
        return (results.records.first?.outcome ?? .unhandled, emitted)
    }
}
