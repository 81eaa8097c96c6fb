internal import PeriluneCore
internal import Synchronization

/// The sinks for records that plugins bring: each gets all records in order, and nobody waits for it.
final class RecordSinks: Sendable {
    /// Bytes that may wait for a slow sink; what comes on top is dropped, and reported.
    private static let limit = 64 << 20

    private struct Waiting {
        var records: [UInt8] = []
        var isRunning = false
        /// Whether records were dropped since the last write.
        var hasDropped = false
    }

    private let sinks: [(sink: any RecordSink, waiting: Box)]
    private let report: @Sendable (PeriluneError, String) -> Void

    private final class Box: Sendable {
        let waiting = Mutex(Waiting())
    }

    /// Whether there is any.
    var isEmpty: Bool { sinks.isEmpty }

    init(
        _ sinks: [any RecordSink], report: @escaping @Sendable (PeriluneError, String) -> Void
    ) {
        self.sinks = sinks.map { ($0, Box()) }
        self.report = report
    }

    /// Hands on records that are kept, an object a line.
    func add(_ records: [UInt8]) {
        for (sink, box) in sinks {
            let (starts, drops) = box.waiting.withLock { waiting in
                if waiting.records.count + records.count > Self.limit {
                    defer { waiting.hasDropped = true }
                    return (false, !waiting.hasDropped)
                }
                waiting.records += records
                defer { waiting.isRunning = true }
                return (!waiting.isRunning, false)
            }
            if drops {
                let error = PeriluneError(
                    "sink.slow", "the record sink is too slow; records were dropped")
                report(error, sink.name)
            }
            if starts { Task { await run(sink, box) } }
        }
    }

    /// Waits until everything is written, or the time is up.
    func drain(until end: ContinuousClock.Instant) async {
        while sinks.contains(where: { $0.waiting.waiting.withLock(\.isRunning) }), .now < end {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    private func run(_ sink: any RecordSink, _ box: Box) async {
        while true {
            let records = box.waiting.withLock { waiting in
                let records = waiting.records
                waiting.records = []
                waiting.hasDropped = false
                if records.isEmpty { waiting.isRunning = false }
                return records
            }
            if records.isEmpty { return }
            do {
                try await sink.write(records)
            } catch {
                report(
                    error as? PeriluneError ?? PeriluneError("sink.failed", "\(error)"), sink.name)
            }
        }
    }
}
