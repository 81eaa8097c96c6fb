package import PeriluneCore
package import PeriluneFiles

/// Runs logs through two versions of a host and tells which events they decide differently.
///
/// A log is read once: each chunk goes to the workers of both. What comes back is compared as bytes first,
/// since nearly always nearly all of it is the same; only what differs is read.
package struct LogComparison: Sendable {
    private var old: LogProcessor
    private var new: LogProcessor
    /// Decide at most so many lines.
    package var limit = Int.max
    /// The sizes of chunks and lines with which the log is read.
    package var limits = LogSource.Limits()

    /// Compares two hosts, which should be dry and keep records.
    ///
    /// `codec` makes events of the entries of logs that are not CloudEvents.
    package init(old: Host, new: Host, codec: (any Codec)? = nil) {
        self.old = LogProcessor(old)
        self.new = LogProcessor(new)
        self.old.codec = codec
        self.new.codec = codec
    }

    /// Compares what becomes of logs, one after the other.
    ///
    /// - Parameters:
    ///   - logs: Files; `-` is standard input.
    ///   - found: Told every difference, in the order of the logs.
    /// - Returns: What each version did.
    /// - Throws: What reading a log or `found` throws.
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

    /// Both versions at work on a chunk.
    private struct Deciding {
        let old: [Task<BatchResult, Never>]
        let new: [Task<BatchResult, Never>]
    }
}
