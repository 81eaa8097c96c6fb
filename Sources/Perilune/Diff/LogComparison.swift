package import PeriluneCore
package import PeriluneFiles

/// Processes logs with two versions of a host, and reports the events for which their results differ.
///
/// A log is read once: each chunk goes to the workers of both hosts. The results are compared as bytes first, because
/// nearly all of them are equal; only those that differ are parsed.
package struct LogComparison: Sendable {
    private var old: LogProcessor
    private var new: LogProcessor
    /// The maximum number of lines to process.
    package var limit = Int.max
    /// The limits for reading the logs.
    package var limits = LogSource.Limits()

    /// Compares two hosts, which should be dry runs that keep records.
    ///
    /// `codec` reads logs that are not CloudEvents.
    package init(old: Host, new: Host, codec: (any Codec)? = nil) {
        self.old = LogProcessor(old)
        self.new = LogProcessor(new)
        self.old.codec = codec
        self.new.codec = codec
    }

    /// Compares the results for logs, one after the other.
    ///
    /// - Parameters:
    ///   - logs: Files; `-` is standard input.
    ///   - found: Called for every difference, in the order of the logs.
    /// - Returns: The counts of each version.
    /// - Throws: An error of reading a log, or one that `found` throws.
    package func run(
        _ logs: [String], found: (EventDifference) throws(PeriluneError) -> Void
    ) async throws(PeriluneError) -> (old: Summary, new: Summary) {
        var totals = (old: Summary(), new: Summary())
        var left = limit
        let comparer = ChunkComparer()
        for log in logs where left > 0 {
            let source = try LogSource(path: log, limits: limits, framing: old.framing)
            let decoding = old.codec.map { LogDecoding($0, log, source) }
            try await old.forEachChunk(source, named: log, &left) { chunk, number, left in
                Deciding(
                    old: old.start(
                        chunk, number, of: log, limit: left, tellsLines: true, decoding: decoding),
                    new: new.start(
                        chunk, number, of: log, limit: left, tellsLines: true, decoding: decoding))
            } finish: { chunk, deciding throws(PeriluneError) in
                let old = try await LogProcessor.results(of: deciding.old)
                let new = try await LogProcessor.results(of: deciding.new)
                for result in old { totals.old += result.summary }
                for result in new { totals.new += result.summary }
                totals.old.bytes += chunk.count
                totals.new.bytes += chunk.count
                try comparer.compare(old, new, of: log, found: found)
            }
        }
        return totals
    }

    /// A chunk that both hosts are processing.
    private struct Deciding {
        let old: [Task<BatchResult, Never>]
        let new: [Task<BatchResult, Never>]
    }
}
