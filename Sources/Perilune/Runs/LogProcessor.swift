package import PeriluneCore
package import PeriluneFiles
package import PeriluneStore
internal import Synchronization

/// Processes logs with a host: chunks of lines go to the workers, and results are written in the order of the lines.
///
/// The output does not depend on the number of workers. If no delegate keeps state, each chunk goes to one worker;
/// otherwise, every worker goes through every chunk and processes the events of its own keys.
package struct LogProcessor: Sendable {
    /// The host that processes the events.
    package let host: Host
    /// Decodes entries; `nil` for logs whose lines are events.
    package var codec: (any Codec)?
    /// Where to take the time of events without one; `nil` leaves them without a time.
    package var timeSource: EventTimeSource?
    /// The maximum number of lines to process.
    package var limit = Int.max
    /// The limits of chunks and lines for reading logs.
    package var limits = LogSource.Limits()
    /// Whether to stop the run: no more chunks are read, and those that were read are finished.
    package var shouldStop: @Sendable () -> Bool = { false }
    /// Waits for more at the end of the last log; `nil` stops there.
    package var follow: Follow?

    package init(_ host: Host) { self.host = host }

    var framing: (([UInt8]) -> EntryFraming)? { codec.map { $0.framing(of:) } }

    /// Receives the results.
    package protocol Sink {
        /// Writes the results of a chunk; chunks come in the order of the log.
        mutating func write(
            _ results: [BatchResult], of chunk: Chunk, log: String)
            throws(PeriluneError)
        /// Flushes what was written, because nothing more comes for a while.
        mutating func flush() throws(PeriluneError)
        /// Waits until everything is on the disk, and returns the length of each output.
        mutating func sync() throws(PeriluneError) -> [OutputMark]
    }

    /// Options for following a log that grows.
    package struct Follow: Sendable {
        /// Whether ``between`` is to be called between two chunks.
        package var isDue: @Sendable () -> Bool
        /// Called when all chunks so far are processed, with the log and the next line.
        package var between: @Sendable (_ log: String, _ line: Int) async -> Void

        package init(
            isDue: @escaping @Sendable () -> Bool,
            between: @escaping @Sendable (_ log: String, _ line: Int) async -> Void
        ) {
            self.isDue = isDue
            self.between = between
        }
    }

    /// Processes logs, one after the other.
    ///
    /// - Returns: Whether all of them were read to the end.
    @discardableResult
    package func run(
        _ logs: [String], into sink: inout some Sink
    ) async throws(PeriluneError) -> Bool {
        var left = limit
        var end = LogEnd()
        var generations = LogGenerations(of: logs)
        for (number, log) in logs.enumerated() where left > 0 && !shouldStop() {
            let position = host.options.run?.position(of: log)
            if position != nil {
                generations.resume(log, host.options.run?.generation(of: log))
            } else {
                if host.options.run?.hasReplaced(log) == true { generations.begin(log) }
                try host.options.run?.open(log, generations[log])
            }
            let source = try LogSource(
                path: log, from: position, limits: limits, shouldStop: shouldStop, framing: framing)
            if follow != nil, log == logs.last { source.follow() }
            try await run(
                source, named: log, number, generation: generations[log], &left, &end, into: &sink)
            guard log == logs.last, follow != nil else { continue }
            try await followRotated(log, number, &generations, &left, &end, into: &sink)
        }
        let isWhole = left > 0 && !shouldStop()
        if isWhole, follow == nil, hasNewEntries(end) {
            if !host.registry.scriptsWithTimers.isEmpty {
                guard try await callTimers(atEndOf: logs, into: &sink) else { return false }
            }
            if LogEnd.isWanted(host.registry) { try await decide(end, of: logs, into: &sink) }
        }
        return isWhole
    }

    /// Whether the run has read anything, or continues an interrupted one.
    private func hasNewEntries(_ end: LogEnd) -> Bool {
        guard let run = host.options.run else { return true }
        return end.last != nil || run.isResumed
    }

    /// Calls the timers that are still set at the end of the logs.
    ///
    /// If the run can be resumed, either all of these timers count as called or none: a resumed run calls those that
    /// were set at the end of the logs, and not those that they have set.
    ///
    /// - Returns: Whether all were called.
    private func callTimers(
        atEndOf logs: [String], into sink: inout some Sink
    ) async throws(PeriluneError) -> Bool {
        let chunk = Chunk(line: [])
        let log = logs.last ?? "-"
        var batch = EventBatch(chunk: chunk, log: log, lane: .only)
        batch.endsLogs = true
        let wantsEnd = shouldStop
        let wasCut = Mutex(false)
        batch.shouldStop = {
            guard wantsEnd() else { return false }
            wasCut.withLock { $0 = true }
            return true
        }
        batch.logNumber = logs.count + 1
        let results = try await Self.results(of: start(batch, 0))
        let isWhole = !wasCut.withLock(\.self)
        if !isWhole, host.options.run != nil { return false }
        try await deliver(
            results, of: chunk, log, batch.logNumber, InputPosition(log: "-", offset: 0, line: 1),
            into: &sink)
        return isWhole
    }

    /// Processes the event that follows the logs.
    private func decide(
        _ end: LogEnd, of logs: [String], into sink: inout some Sink
    ) async throws(PeriluneError) {
        let log = logs.last ?? "-"
        let chunk = try end.chunk(logs)
        let results = try await Self.results(
            of: start(
                chunk, 0, of: log, logs.count, limit: 1, time: eventTime(log), isOfHost: true))
        // The event has no position in a log; the run stores it with its other progress.
        try await deliver(
            results, of: chunk, log, logs.count, InputPosition(log: "-", offset: 0, line: 1),
            into: &sink)
    }

    /// Reads the file that took the name of a rotated log.
    private func followRotated(
        _ log: String, _ number: Int, _ generations: inout LogGenerations, _ left: inout Int,
        _ end: inout LogEnd, into sink: inout some Sink
    ) async throws(PeriluneError) {
        while left > 0, !shouldStop() {
            let source = try LogSource(path: log, limits: limits, framing: framing)
            guard source.follow() else { return }
            generations.begin(log)
            try host.options.run?.open(log, generations[log])
            try await run(
                source, named: log, number, generation: generations[log], &left, &end, into: &sink)
        }
    }

    private func run(
        _ source: LogSource, named log: String, _ logNumber: Int, generation: String?,
        _ left: inout Int, _ logEnd: inout LogEnd, into sink: inout some Sink
    ) async throws(PeriluneError) {
        let run = host.options.run
        let decoding = codec.map { LogDecoding($0, log, source, generation: generation) }
        let time = try eventTime(log)
        try await forEachChunk(source, named: log, &left) { chunk, number, left in
            logEnd.last = (chunk, decoding?.current())
            let tasks = start(
                chunk, number, of: log, logNumber, limit: left, decoding: decoding, time: time)
            return (tasks, run.flatMap { _ in chunk.end(of: log, atMost: left) })
        } finish: { chunk, work throws(PeriluneError) in
            let results = try await Self.results(of: work.0)
            try await deliver(results, of: chunk, log, logNumber, work.1, into: &sink)
        } flush: { () throws(PeriluneError) in
            try sink.flush()
            guard let run, run.isDue else { return }
            try run.commit(try sink.sync())
            host.outbox.deliver()
        }
    }

    private func eventTime(_ log: String) throws(PeriluneError) -> EventTime? {
        guard let timeSource else { return nil }
        return try EventTime(timeSource, log: log)
    }

    /// Passes on the results of a chunk.
    private func deliver(
        _ results: [BatchResult], of chunk: Chunk, _ log: String, _ logNumber: Int,
        _ end: InputPosition?, into sink: inout some Sink
    ) async throws(PeriluneError) {
        try sink.write(results, of: chunk, log: log)
        let waiting = host.outbox.sinkLines(
            records: { Segments.merged(results.map(\.records)) },
            emitted: { Segments.merged(results.map(\.output)) })
        guard let run = host.options.run else {
            try host.outbox.add(waiting)
            return await host.outbox.waitForRoom(unless: shouldStop)
        }
        run.add(results, waiting, through: end, of: logNumber)
        if run.isDue {
            try run.commit(try sink.sync())
            host.outbox.deliver()
            await host.outbox.waitForRoom(unless: shouldStop)
        }
    }

    /// Begins work for each chunk, with enough chunks ahead that all workers are busy, and finishes it in the order
    /// of the log.
    func forEachChunk<Work>(
        _ source: LogSource, named log: String, _ left: inout Int,
        begin: (_ chunk: Chunk, _ number: Int, _ left: Int) -> Work,
        finish: (Chunk, Work) async throws(PeriluneError) -> Void,
        flush: () throws(PeriluneError) -> Void = {}
    ) async throws(PeriluneError) {
        var pending: [(chunk: Chunk, work: Work)] = []
        var number = 0
        // A damaged log yields its whole lines first; their results are written before the error is thrown.
        var failure: PeriluneError?
        var line = 1
        func finishAll() async throws(PeriluneError) {
            for next in pending { try await finish(next.chunk, next.work) }
            pending.removeAll()
        }
        while left > 0 {
            if shouldStop() { break }
            if let follow, follow.isDue() {
                try await finishAll()
                await follow.between(log, line)
            }
            if !pending.isEmpty, source.waitsForWriter {
                try await finishAll()
                try flush()
            }
            do throws(PeriluneError) {
                guard let chunk = try source.next() else {
                    guard source.follows else { break }
                    try await finishAll()
                    try flush()
                    // A replaced log is read once more, because it may have grown before it was replaced.
                    if source.isReplaced { source.stopFollowing() } else { await Self.pause() }
                    continue
                }
                line = source.nextLine
                pending.append((chunk, begin(chunk, number, left)))
                number += 1
                if left != Int.max { left -= chunk.entries(atMost: left) }
            } catch {
                failure = error
                break
            }
            if pending.count > 2 * host.options.workers {
                let next = pending.removeFirst()
                try await finish(next.chunk, next.work)
            }
        }
        try await finishAll()
        if let failure { throw failure }
    }

    /// Passes a chunk to the workers.
    ///
    /// Chunks must come in the order of the log; `number` counts them.
    func start(
        _ chunk: Chunk, _ number: Int, of log: String, _ logNumber: Int = 0, limit: Int,
        tellsLines: Bool = false, decoding: LogDecoding? = nil, time: EventTime? = nil,
        isOfHost: Bool = false
    ) -> [Task<BatchResult, Never>] {
        var batch = EventBatch(chunk: chunk, log: log, lane: .only)
        batch.decoder = decoding?.current()
        batch.time = time
        batch.limit = limit
        batch.tellsLines = tellsLines
        batch.logNumber = logNumber
        batch.isOfHost = isOfHost
        return start(batch, number)
    }

    private func start(_ batch: EventBatch, _ number: Int) -> [Task<BatchResult, Never>] {
        lanes(for: number).map { (worker, lane) in
            let batch = batch.in(lane)
            // Starts immediately, so that the batches of a worker arrive in the order of the log.
            return Task.immediate { await host.process(batch, on: worker) }
        }
    }

    /// The results of all workers for a chunk.
    static func results(
        of tasks: [Task<BatchResult, Never>]
    ) async throws(PeriluneError) -> [BatchResult] {
        var results: [BatchResult] = []
        for task in tasks { results.append(await task.value) }
        if let failure = results.lazy.compactMap(\.failure).first { throw failure }
        return results
    }

    private static func pause() async { try? await Task.sleep(for: .milliseconds(100)) }

    private func lanes(for number: Int) -> [(worker: Int, lane: Lane)] {
        let workers = host.options.workers
        guard workers > 1, let ordering = host.order.ordering else {
            return [(number % workers, .only)]
        }
        return (0..<workers).map { ($0, Lane(ordering: ordering, number: $0, count: workers)) }
    }
}

extension LogProcessor.Sink {
    /// Returns no marks: nothing is written to a file.
    package mutating func sync() -> [OutputMark] { [] }
}

extension Chunk {
    /// The number of its entries, counted up to a limit; of an entry in parts, the last part counts.
    func entries(atMost limit: Int) -> Int {
        if case .oversized(_, let isLast) = content { return isLast ? 1 : 0 }
        return unsafe withBytes { bytes in
            var count = 0
            if scanner != nil {
                var entries = unsafe ChunkEntries(self, bytes)
                while count < limit, entries.next() != nil { count += 1 }
                return count
            }
            var splitter = unsafe LineSplitter(bytes)
            while count < limit, let line = splitter.next() {
                if line.length > 0 { count += 1 }
            }
            return count
        }
    }

    /// The position after it, or after a number of its entries; `nil` within an entry.
    func end(of log: String, atMost limit: Int) -> InputPosition? {
        if case .oversized(_, isLast: false) = content { return nil }
        let end = InputPosition(log: log, offset: offset + count, line: nextLine)
        guard limit < Int.max, content == .lines else { return end }
        return unsafe withBytes { bytes in
            var seen = 0
            var entries = unsafe ChunkEntries(self, bytes)
            while let entry = entries.next() {
                if seen == limit {
                    return InputPosition(
                        log: log, offset: offset + entry.offset, line: entry.line)
                }
                seen += 1
            }
            return end
        }
    }
}
