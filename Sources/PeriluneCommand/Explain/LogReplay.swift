import Perilune
import PeriluneCore
import PeriluneFiles

/// Processes the events of a log before the one that is explained.
struct LogReplay {
    let log: String
    let events: Int
    let codec: (any Codec)?

    /// Processes the events and discards the results.
    func run(on host: Host) async throws(PeriluneError) {
        var processor = LogProcessor(host)
        processor.limit = events
        processor.codec = codec
        var nowhere = Nowhere()
        try await processor.run([log], into: &nowhere)
    }

    private struct Nowhere: LogProcessor.Sink {
        func write(_ results: [BatchResult], of chunk: Chunk, log: String) {}
        func flush() {}
    }
}
