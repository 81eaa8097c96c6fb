public import PeriluneCore
internal import PeriluneFiles
public import PeriluneLua
public import PeriluneStore
internal import Synchronization

/// Runs scripts and delegates on events: the object that a program embeds.
///
/// ```swift
/// let host = try await Host {
///     LinkDrill()
///     try Script("rules/links.lua")
/// }
/// let record = try await host.process(.link("mstr://?evt=10000001"))
/// ```
public final class Host: Sendable {
    let workers: [Worker]
    let router: CallRouter
    let store: any StateStore
    /// The active version of scripts and delegates.
    let activeVersion: Mutex<ActiveVersion>
    /// Delivers the records of all decisions to the sinks.
    let outbox: Outbox
    /// The readers of ``records``.
    let recordReaders = RecordReaders()
    /// The options with which the host was created.
    public let options: HostOptions

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - options: How it runs.
    ///   - store: Where state is kept; in memory by default.
    ///   - log: Where log lines of scripts go; nowhere by default.
    ///   - components: Plugins, scripts and delegates, in the order in which they are asked.
    /// - Throws: The first error of a plugin or a script.
    public nonisolated(nonsending) convenience init(
        options: HostOptions = HostOptions(), store: any StateStore = MemoryStateStore(),
        log: any LogSink = SilentLog(), @HostBuilder _ components: () throws -> [Component]
    ) async throws {
        try self.init(components(), options: options, store: store, log: log)
    }

    /// Creates a host whose records wait for sinks in a store, or in memory.
    ///
    /// Errors of sinks go to `report`, or to the log.
    package init(
        _ components: [Component], options: HostOptions, store: any StateStore, log: any LogSink,
        waiting: EventStore? = nil, report: (@Sendable (PeriluneError, String) -> Void)? = nil
    ) throws(PeriluneError) {
        let assembly = try Assembly(
            components, log: log, order: options.order,
            recordsIncludeVersions: options.recordsIncludeVersions,
            checkedOutputs: options.checksScripts ? options.namedOutputs : nil)
        let read = assembly.registry.eventSources.flatMap(\.files)
        let scripts = assembly.scripts.flatMap(\.files)
        let written = options.outputs.map { $0.avoiding(scripts, patterns: read) }
        let outputs = try OutputSinks(assembly.registry, written).streams
        let sinks =
            (options.decisionLog.map { [($0, OutboxStream(sink: $0.name, output: ""))] } ?? [])
            + (options.isDryRun ? [] : outputs)
        for (sink, _) in sinks { try (sink as? any FileWritingSink)?.checkFile() }
        // A dry run does not deliver records that wait in the store.
        let kept = options.isDryRun && sinks.isEmpty ? nil : waiting ?? options.run?.store
        let storage: any OutboxStorage = kept.map { StoredOutbox(store: $0) } ?? MemoryOutbox()
        outbox = try Outbox(sinks, storage: storage, limit: options.outboxLimit) { error, name in
            if let report { return report(error, name) }
            log.log(
                LogLine(
                    level: "error", message: "\(error.code.rawValue): \(error)", fields: nil,
                    script: name, event: nil))
        }
        var options = options
        // Outputs whose sinks get all records cannot be emitted to.
        options.outputs.removeAll(where: \.sinkOptions.getsRecords)
        if outbox.wantsRecords { options.keepsRecords = true }
        var workers: [Worker] = []
        var instances: [DelegateInstances] = []
        for number in 0..<max(1, options.workers) {
            let (worker, first) = try Worker.make(
                number, assembly, options: options, store: store, log: log)
            workers.append(worker)
            instances.append(first)
        }
        self.workers = workers
        router = CallRouter(workers, assembly.order)
        self.store = store
        self.options = options
        activeVersion = Mutex(ActiveVersion(assembly: assembly, delegateInstances: instances))
        assembly.registry.host.connect(self)
    }

    /// What was registered, in the order in which delegates are asked; a reload replaces it.
    package var registry: Registry { activeVersion.withLock(\.assembly.registry) }

    /// The ordering of events.
    var order: EventOrder { activeVersion.withLock(\.assembly.order) }

    /// The scripts in use, in the order in which they were listed.
    public var scripts: [Script] { activeVersion.withLock(\.assembly.scripts) }

    /// Processes one event and returns its record.
    ///
    /// Its record comes back; those of events that it published follow in ``process(all:)``. Calls that are made
    /// at the same time are spread over the workers, see ``HostOptions/workers``. Where a worker has nothing
    /// else to do, and no script may run for more than 100 milliseconds, the event is decided on the thread
    /// of the caller. ``decide(_:)`` also returns the values that were emitted.
    ///
    /// If the task is cancelled, an event that has not begun or that waits for an answer ends with the error
    /// `event.cancelled`, and what it changed is rolled back; effects that had happened stay in its record. A script that
    /// runs is not interrupted: its time limit stops it.
    ///
    /// - Throws: `CancellationError` if the event was cancelled; an error of the store.
    public nonisolated(nonsending) func process(_ event: Event) async throws -> Record {
        let record = try await process(all: [event]).first
        if record.error?.code == .eventCancelled { throw CancellationError() }
        return record
    }

    /// Processes events in order; with several workers, only events of the same key keep their order.
    ///
    /// - Returns: The results in the order of the events. If the task is cancelled, they contain what was decided;
    ///   the other events have failed with `event.cancelled`.
    public nonisolated(nonsending) func process(all events: [Event]) async throws -> Results {
        // A batch is worth the switch to the worker's thread, and might block the caller for long.
        let mayRunInline = events.count == 1 && activeVersion.withLock(\.assembly.isQuick)
        let results = try await router.process(events, mayRunInline: mayRunInline)
        if !outbox.isEmpty {
            try outbox.add(
                outbox.sinkLines(records: { results.recordLines }, emitted: { results.lines }))
            await outbox.waitForRoom()
        }
        if recordReaders.isWatched { await recordReaders.add(results.records) }
        return results
    }

    /// Waits until all sinks have taken the records of all decisions so far, or the time is up.
    ///
    /// - Returns: The names of sinks that have not taken all.
    @discardableResult
    public func drain(for time: Duration = .seconds(30)) async -> [String] {
        await outbox.drain(until: .now + time)
    }

    /// The error to report at the end if a sink has not taken all records.
    package var undelivered: PeriluneError? { outbox.undelivered }

    /// The warnings of sinks about their options, after they have taken values.
    package var sinkWarnings: [String] { outbox.warnings }

    /// Processes lines of a log on a worker.
    package func process(_ batch: EventBatch, on worker: Int) async -> BatchResult {
        await workers[worker].process(batch)
    }

    /// A worker, for callers that give it events directly.
    func worker(_ number: Int) -> Worker { workers[number] }

    /// The results of events that were processed together.
    public struct Results: Sendable {
        /// The records of the events and of those that they published, in order.
        public let records: [Record]
        /// The values emitted to the default output: JSON, one per line.
        public let output: [UInt8]
        /// All lines that were emitted, with the names of their outputs.
        let lines: [UInt8]
        /// Counts of the events by outcome.
        public let summary: Summary

        /// The values emitted to all outputs, in order.
        public var emissions: [Emission] { EmittedLine.lines(lines).map { Emission($0) } }

        /// The record of the first event.
        var first: Record {
            get throws(PeriluneError) {
                guard let record = records.first else {
                    throw PeriluneError("host.record", "the event has no record")
                }
                return record
            }
        }

        /// The records as JSON, one object per line.
        var recordLines: [UInt8] {
            var writer = JSONWriter(reserving: 512 * records.count)
            for record in records {
                record.write(to: &writer)
                writer.endLine()
            }
            return writer.bytes
        }

        /// Merges the results of the batches of a call.
        ///
        /// - Throws: The error that ended the run.
        init(_ parts: [BatchBox]) throws(PeriluneError) {
            let batches = parts.map(\.batch)
            if let failure = batches.lazy.compactMap(\.result.failure).first { throw failure }
            records = Self.ordered(batches.flatMap { $0.records ?? [] })
            var summary = Summary()
            for batch in batches { summary += batch.result.summary }
            self.summary = summary
            lines = Segments.merged(batches.map(\.result.output))
            output =
                batches.contains(where: \.hasOutputs)
                ? NamedLines.byOutput(lines)[""] ?? [] : lines
        }

        /// The records in the order of the events.
        private static func ordered(_ records: [(line: Int, record: Record)]) -> [Record] {
            // They are usually in order: only events that were suspended or on other workers come late.
            if zip(records, records.dropFirst()).allSatisfy({ $0.line <= $1.line }) {
                return records.map(\.record)
            }
            return records.enumerated()
                .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
                .map(\.element.record)
        }
    }
}
