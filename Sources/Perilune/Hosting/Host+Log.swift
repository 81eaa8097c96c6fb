public import PeriluneCore
internal import PeriluneFiles
internal import Synchronization

extension Host {
    /// Processes a log as `perilune process` does: in parallel, with results in the order of the lines.
    ///
    /// ```swift
    /// let summary = try await host.process(log: "orders.jsonl.gz") { part in
    ///     for emission in part.emissions { print(String(decoding: emission.json, as: UTF8.self)) }
    /// }
    /// print(summary.total, "events")
    /// ```
    ///
    /// If the task is cancelled, no more of the log is read. What was read is processed, `body` gets its results, and then
    /// the function throws. Do not reload the host meanwhile.
    ///
    /// - Parameters:
    ///   - path: The file, plain or compressed; `-` is standard input.
    ///   - codec: The name of a codec of a plugin, or `auto`; by default, each line is a CloudEvent.
    ///   - options: The options of the codec, an object.
    ///   - body: Gets the results, part by part; reading continues when it returns. An error that it throws ends the
    ///     processing.
    /// - Returns: Counts of the whole log.
    /// - Throws: `CancellationError` if the task is cancelled before the end of the log; why the log cannot be read;
    ///   what `body` throws. Events that cannot be processed are in the results.
    @discardableResult
    public nonisolated(nonsending) func process(
        log path: String, codec: String = "cloudevents", options: Value = [:],
        _ body: (LogPart) throws -> Void
    ) async throws -> Summary {
        let cancellation = Cancellation()
        var processor = LogProcessor(self)
        processor.codec = try registry.codec(codec, options)
        processor.shouldStop = { cancellation.flag.load(ordering: .relaxed) }
        return try await withTaskCancellationHandler {
            try await withoutActuallyEscaping(body) { body in
                var sink = LogPartSink(body: body)
                let isWhole: Bool
                do {
                    isWhole = try await processor.run([path], into: &sink)
                } catch {
                    throw sink.failure ?? error
                }
                if !isWhole { throw CancellationError() }
                return sink.summary
            }
        } onCancel: {
            cancellation.flag.store(true, ordering: .relaxed)
        }
    }

    /// The results of a part of a log.
    public struct LogPart: Sendable {
        /// The values that were emitted, in the order of the log.
        public let emissions: [Emission]
        /// The records: JSON, one object per line, if `HostOptions.keepsRecords` is set.
        public let records: [UInt8]
        /// The events that could not be processed, with the reasons: JSON, one object per line.
        public let quarantine: [UInt8]
        /// Counts of this part.
        public let summary: Summary
    }
}

private final class Cancellation: Sendable {
    let flag = Atomic(false)
}

/// Passes the results of a log to a closure.
private struct LogPartSink: LogProcessor.Sink {
    let body: (Host.LogPart) throws -> Void
    private(set) var summary = Summary()
    /// The error that the closure threw.
    private(set) var failure: (any Error)?

    init(body: @escaping (Host.LogPart) throws -> Void) { self.body = body }

    mutating func write(
        _ results: [BatchResult], of chunk: Chunk, log: String
    ) throws(PeriluneError) {
        var counts = Summary()
        for result in results { counts += result.summary }
        summary += counts
        let part = Host.LogPart(
            emissions: EmittedLine.lines(Segments.merged(results.map(\.output))).map {
                Emission($0)
            },
            records: Segments.merged(results.map(\.records)),
            quarantine: Segments.merged(results.map(\.quarantine)), summary: counts)
        do {
            try body(part)
        } catch {
            failure = error
            throw error as? PeriluneError ?? PeriluneError("log.body", "\(error)")
        }
    }

    mutating func flush() {}
}
