package import PeriluneCore
internal import PeriluneJSON

/// What a host does for its own plugins.
extension Host: HostBus {
    package func decide(_ event: Event) async throws -> BusAnswer {
        try told(try await process(all: [event]))
    }

    package func answer(_ event: Event) async throws -> BusAnswer {
        let results: Results = try await answer(event)
        return try told(results)
    }

    private func told(_ results: Results) throws(PeriluneError) -> BusAnswer {
        let record = results.records.first
        if let error = record?.error { throw error }
        let lines = results.output.split(separator: UInt8(ascii: "\n"))
        let emitted = try lines.map { line throws(PeriluneError) in try Value(json: Array(line)) }
        return BusAnswer(record?.outcome ?? .unhandled, reason: record?.reason, emitted: emitted)
    }
}
