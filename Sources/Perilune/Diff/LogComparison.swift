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
    package var limits = LogSource.Limits()

    /// Compares two hosts, which should be dry and keep records.
    ///
    /// `convert` makes an event of a line of logs that are not CloudEvents.
    package init(old: Host, new: Host, convert: LineConverter? = nil) {
        self.old = LogProcessor(old)
        self.new = LogProcessor(new)
        self.old.convert = convert
        self.new.convert = convert
    }

    /// Compares what becomes of logs, one after the other.
    ///
    /// - Parameters:
    ///   - logs: Files; `-` is standard input.
    ///   - found: Told every difference, in the order of the logs.
    /// - Returns: What each version did.
    package func run(
        _ logs: [String], found: (EventDifference) throws(PeriluneError) -> Void
    ) async throws(PeriluneError) -> (old: Summary, new: Summary) {
        var totals = (old: Summary(), new: Summary())
        var left = limit
        let comparer = ChunkComparer()
        for log in logs where left > 0 {
            let source = try LogSource(path: log, limits: limits)
            try await run(source, named: log, &left, comparer, &totals, found)
        }
        return totals
    }

    private struct Pending {
        let chunk: Chunk
        let old: [Task<BatchResult, Never>]
        let new: [Task<BatchResult, Never>]
    }

    private func run(
        _ source: LogSource, named log: String, _ left: inout Int, _ comparer: ChunkComparer,
        _ totals: inout (old: Summary, new: Summary),
        _ found: (EventDifference) throws(PeriluneError) -> Void
    ) async throws(PeriluneError) {
        var pending: [Pending] = []
        var number = 0
        // A damaged log gives its whole lines first, as for `process`.
        var failure: PeriluneError?
        while left > 0 {
            do throws(PeriluneError) {
                guard let chunk = try source.next() else { break }
                pending.append(
                    Pending(
                        chunk: chunk,
                        old: old.start(chunk, number, of: log, limit: left, tellsLines: true),
                        new: new.start(chunk, number, of: log, limit: left, tellsLines: true)))
                number += 1
                if left != Int.max { left -= chunk.lines(atMost: left) }
            } catch {
                failure = error
                break
            }
            if pending.count > 2 * old.host.options.workers {
                try await compare(pending.removeFirst(), log, comparer, &totals, found)
            }
        }
        for next in pending { try await compare(next, log, comparer, &totals, found) }
        if let failure { throw failure }
    }

    private func compare(
        _ next: Pending, _ log: String, _ comparer: ChunkComparer,
        _ totals: inout (old: Summary, new: Summary),
        _ found: (EventDifference) throws(PeriluneError) -> Void
    ) async throws(PeriluneError) {
        let old = try await results(next.old)
        let new = try await results(next.new)
        for result in old { totals.old += result.summary }
        for result in new { totals.new += result.summary }
        totals.old.bytes += next.chunk.count
        totals.new.bytes += next.chunk.count
        try comparer.compare(old, new, of: log, found: found)
    }

    private func results(
        _ tasks: [Task<BatchResult, Never>]
    ) async throws(PeriluneError) -> [BatchResult] {
        var results: [BatchResult] = []
        for task in tasks { results.append(await task.value) }
        if let failure = results.lazy.compactMap(\.failure).first { throw failure }
        return results
    }
}
