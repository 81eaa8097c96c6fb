internal import PeriluneCore
internal import Synchronization

/// Delivers records, and the values of named outputs, to the sinks of plugins.
///
/// Each sink gets all records, or all values of one output, in order. Sinks do not wait for each other. Records stay
/// in the storage until all sinks have taken them. When they exceed the limit, the outbox is full, and the processing
/// of events must wait; no record is dropped.
final class Outbox: Sendable {
    private let cursors: [SinkCursor]
    /// The positions of sinks in the store that no plugin provides any more.
    private let absent: [String: Int64]
    /// The outputs whose values go to sinks; the empty name stands for the records.
    private let wanted: Set<String>
    private let storage: any OutboxStorage
    private let limit: Int
    private let report: @Sendable (PeriluneError, String) -> Void
    private let isStopped = Atomic(false)
    private let warn = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// A sink and its position.
    private final class SinkCursor: Sendable {
        struct State {
            var position: Int64
            /// The number of the last record that was written; larger than the position until that is stored.
            var written: Int64
            var isRunning = false
            /// Whether records were added since the storage was last read.
            var hasNews = false
            /// Failed deliveries since the last success.
            var failures = 0
            /// Those of them since the sink last wrote a part of a batch.
            var vainFailures = 0
            /// Failed deliveries since the start.
            var allFailures = 0
        }

        let sink: any RecordSink
        let stream: OutboxStream
        let state: Mutex<State>
        /// Whether its warnings were logged.
        let isReported = Atomic(false)

        init(_ sink: any RecordSink, _ stream: OutboxStream, _ position: Int64) {
            self.sink = sink
            self.stream = stream
            state = Mutex(State(position: position, written: position))
        }
    }

    /// Whether there is no sink, not even one that is absent.
    var isEmpty: Bool { cursors.isEmpty && absent.isEmpty }

    /// Starts delivering the records that wait in the storage.
    init(
        _ sinks: [(sink: any RecordSink, stream: OutboxStream)], storage: any OutboxStorage,
        limit: Int,
        report: @escaping @Sendable (PeriluneError, String) -> Void
    ) throws(PeriluneError) {
        self.storage = storage
        self.limit = limit
        self.report = report
        let names = sinks.map(\.stream.name)
        let positions = try storage.register(names)
        cursors = sinks.map { SinkCursor($0.sink, $0.stream, positions[$0.stream.name] ?? 0) }
        absent = positions.filter { !names.contains($0.key) }
        for name in absent.keys.sorted() {
            let stream = OutboxStream(name: name)
            let message =
                stream.output.isEmpty
                ? "the store keeps records for the sink '\(name)', which no plugin provides"
                : "the store keeps values of the output '\(stream.output)' for the sink '\(stream.sink)', which no longer receives them"
            report(PeriluneError("sink.absent", message, hint: Self.absenceHint(name)), name)
        }
        wanted = Set(positions.keys.map { OutboxStream(name: $0).output })
        deliver()
    }

    /// The records and emitted lines of some events that go to sinks.
    func sinkLines(records: () -> [UInt8], emitted: () -> [UInt8]) -> OutboxLines {
        if isEmpty { return [:] }
        var lines: OutboxLines = [:]
        if wanted.count > (wantsRecords ? 1 : 0) {
            lines = NamedLines.byOutput(emitted()).filter {
                $0.key != "" && wanted.contains($0.key)
            }
        }
        if wantsRecords {
            let records = records()
            if !records.isEmpty { lines[""] = records }
        }
        return lines
    }

    /// Whether a sink gets the records.
    var wantsRecords: Bool { wanted.contains("") }

    private static func absenceHint(_ name: String) -> String {
        "provide the sink again, or discard the records with 'perilune store sinks STORE --drop \(name)'"
    }

    /// Adds records and values.
    func add(_ lines: OutboxLines) throws(PeriluneError) {
        if isEmpty || lines.isEmpty { return }
        try storage.add(lines)
        deliver()
    }

    /// Whether more records wait than the limit allows.
    var isFull: Bool { !isEmpty && storage.size > limit }

    /// The error for senders while the outbox is full.
    var fullness: PeriluneError? {
        guard isFull else { return nil }
        let behind = cursors.filter { $0.state.withLock(\.isRunning) }
        let positions =
            behind.map { ($0.stream.name, $0.state.withLock(\.position)) } + Array(absent)
        let last = positions.min { $0.1 < $1.1 }?.0 ?? ""
        return PeriluneError(
            "outbox.full", "too many records are waiting for the sink '\(last)'",
            hint: absent[last] == nil
                ? "check whether the sink works, or raise --max-outbox (sinks.maxOutbox)"
                : Self.absenceHint(last))
    }

    /// Waits until the outbox is not full, `shouldStop` returns true, or the task is cancelled.
    func waitForRoom(unless shouldStop: () -> Bool = { false }) async {
        while isFull, !shouldStop(), !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits until all sinks have taken all records, or the time is up.
    ///
    /// If records survive a restart, it does not wait for sinks that fail.
    ///
    /// - Returns: The names of the sinks that have not taken all records.
    @discardableResult
    func drain(until end: ContinuousClock.Instant) async -> [String] {
        deliver()
        while cursors.contains(where: { isWorthWaiting($0) }), .now < end {
            try? await Task.sleep(for: .milliseconds(5))
        }
        return late
    }

    /// The names of sinks that have not taken all records.
    private var late: [String] {
        cursors.filter { $0.state.withLock(\.isRunning) }.map(\.sink.name)
    }

    /// The warnings of sinks about their options.
    var warnings: [String] {
        cursors.compactMap { $0.sink as? any NoticingSink }.flatMap(\.warnings)
    }

    /// Calls `body` with the warnings of each sink, once, when it has written enough values.
    func onWarning(_ body: @escaping @Sendable (String) -> Void) { warn.withLock { $0 = body } }

    private func tellWarnings(of cursor: SinkCursor) {
        guard let body = warn.withLock(\.self), !cursor.isReported.load(ordering: .relaxed),
            let sink = cursor.sink as? any NoticingSink, sink.notedValues >= NoticeLog.missing
        else { return }
        cursor.isReported.store(true, ordering: .relaxed)
        for warning in sink.warnings { body(warning) }
    }

    /// The error to report at the end if a sink has not taken all records.
    var undelivered: PeriluneError? {
        late.first.map { name in
            PeriluneError(
                "sink.undelivered", "the sink '\(name)' did not accept all values",
                hint: storage.isLasting
                    ? "the store keeps them; run the same command again to deliver them"
                    : "undelivered values are lost; with --store FILE, they are kept for the next run"
            )
        }
    }

    private func isWorthWaiting(_ cursor: SinkCursor) -> Bool {
        cursor.state.withLock { $0.isRunning && !(storage.isLasting && $0.vainFailures > 0) }
    }

    /// Stops delivery; records that wait stay in the storage.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// The sinks, with a function that returns the number of failed deliveries since the start.
    var failures: [(sink: String, count: @Sendable () -> Int)] {
        cursors.map { cursor in (cursor.sink.name, { cursor.state.withLock(\.allFailures) }) }
    }

    /// The size of the waiting records as a fraction of the limit; more than 1 if it is full.
    var fill: Double { isEmpty ? 0 : Double(storage.size) / Double(max(1, limit)) }

    /// Starts delivering the records that were added.
    func deliver() {
        for cursor in cursors {
            let starts = cursor.state.withLock { state in
                state.hasNews = true
                defer { state.isRunning = true }
                return !state.isRunning
            }
            guard starts else { continue }
            Task { [weak self] in
                while let pause = await self?.deliverNext(to: cursor) {
                    if pause > .zero { try? await Task.sleep(for: pause) }
                }
            }
        }
    }

    /// Delivers one batch; returns the pause before the next one, `nil` if there is none.
    private func deliverNext(to cursor: SinkCursor) async -> Duration? {
        if isStopped.load(ordering: .relaxed) { return end(cursor) }
        var (position, written) = cursor.state.withLock { state in
            state.hasNews = false
            return (state.position, state.written)
        }
        var batch: RecordBatch?
        do {
            // If the position could not be stored, only that is repeated.
            if written == position {
                batch = try storage.batch(of: cursor.stream.output, after: position)?
                    .after(position)
                guard let batch else {
                    return cursor.state.withLock { state in
                        if state.hasNews { return .zero }
                        state.isRunning = false
                        return nil
                    }
                }
                try await cursor.sink.write(batch)
                written = batch.last
                cursor.state.withLock { $0.written = batch.last }
                tellWarnings(of: cursor)
            }
            try storage.acknowledge(through: written, by: cursor.stream.name)
            position = written
            cursor.state.withLock { state in
                state.position = position
                state.failures = 0
                state.vainFailures = 0
            }
            return .zero
        } catch {
            if isStopped.load(ordering: .relaxed) { return end(cursor) }
            let isPartial = batch.map { acknowledgePart(of: $0, by: cursor) } ?? false
            let (failures, vain) = cursor.state.withLock { state in
                state.failures += 1
                state.allFailures += 1
                state.vainFailures = isPartial ? 0 : state.vainFailures + 1
                return (state.failures, state.vainFailures)
            }
            // Reports the 1st, 2nd, 4th, 8th failure and so on.
            if failures & (failures - 1) == 0 {
                let error = error as? PeriluneError ?? PeriluneError("sink.failed", "\(error)")
                report(error, cursor.sink.name)
            }
            return Self.pause(after: max(1, vain))
        }
    }

    /// Stores what a sink has written of a batch that it could not write as a whole.
    ///
    /// - Returns: Whether there is such a part.
    private func acknowledgePart(of batch: RecordBatch, by cursor: SinkCursor) -> Bool {
        guard let sink = cursor.sink as? any SteppingSink else { return false }
        let number = sink.lastWritten(of: batch)
        // If it cannot be stored, these records are delivered again.
        guard number >= batch.first,
            (try? storage.acknowledge(through: number, by: cursor.stream.name)) != nil
        else { return false }
        cursor.state.withLock { ($0.position, $0.written) = (number, number) }
        return true
    }

    private func end(_ cursor: SinkCursor) -> Duration? {
        cursor.state.withLock { $0.isRunning = false }
        return nil
    }

    /// The pause before the next attempt: from 0.1 to 30 seconds, doubled with each failure.
    ///
    /// It is randomly shortened by up to a quarter, so that sinks that failed together do not try again together.
    private static func pause(after failures: Int) -> Duration {
        let milliseconds = min(30_000, 100 << min(failures - 1, 10))
        return .milliseconds(milliseconds - Int.random(in: 0...milliseconds / 4))
    }
}
