public import PeriluneCore
public import PeriluneLua
public import PeriluneStore
internal import Synchronization

/// Plugins, scripts, bus and store, assembled: what an embedder holds.
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
    let store: any StateStore
    /// The version that is in force.
    let inForce: Mutex<InForce>
    /// How it runs.
    public let options: HostOptions

    /// Assembles a host.
    ///
    /// - Parameters:
    ///   - options: How it runs.
    ///   - store: Where state is kept; in memory by default.
    ///   - log: Where log lines of scripts go; nowhere by default.
    ///   - components: Plugins, scripts and delegates, in the order in which they are asked.
    /// - Throws: The first error of a plugin or a script.
    public convenience init(
        options: HostOptions = HostOptions(), store: any StateStore = MemoryStateStore(),
        log: any LogSink = SilentLog(), @HostBuilder _ components: () throws -> [Component]
    ) async throws {
        try self.init(components(), options: options, store: store, log: log)
    }

    package init(
        _ components: [Component], options: HostOptions, store: any StateStore, log: any LogSink
    ) throws(PeriluneError) {
        let assembly = try Assembly(components, log: log, tellsVersions: options.recordsVersions)
        var workers: [Worker] = []
        var seats: [Seats] = []
        for number in 0..<max(1, options.workers) {
            let (worker, first) = try Worker.make(
                number, assembly, options: options, store: store, log: log)
            workers.append(worker)
            seats.append(first)
        }
        self.workers = workers
        self.store = store
        self.options = options
        inForce = Mutex(InForce(assembly: assembly, seats: seats))
        assembly.registry.host.connect(self)
    }

    /// What was registered, in the order in which delegates are asked; another one after a reload.
    package var registry: Registry { inForce.withLock(\.assembly.registry) }

    /// By what events are kept in order.
    var order: EventOrder { inForce.withLock(\.assembly.order) }

    /// The scripts that decide, in the order in which they were named.
    public var scripts: [Script] { inForce.withLock(\.assembly.scripts) }

    /// Decides one event.
    ///
    /// Its record comes back; those of events that it published follow in ``process(all:)``. Where the host
    /// has nothing else to do, and no script may run for more than 100 milliseconds, the event is decided on
    /// the thread of the caller.
    public nonisolated(nonsending) func process(_ event: Event) async throws -> Record {
        let results = try await process(all: [event])
        guard let record = results.records.first else {
            throw PeriluneError("host.record", "the event has no record")
        }
        return record
    }

    /// Decides events in order.
    public nonisolated(nonsending) func process(all events: [Event]) async throws -> Results {
        // A batch is worth its way to the worker's thread, and may keep that busy for long.
        let mayBeHere = events.count == 1 && inForce.withLock(\.assembly.isQuick)
        return try await workers[0].process(events, mayBeHere: mayBeHere)
    }

    /// Decides a question that comes up while another event is decided, and waits for no event of its
    /// key: that one waits for the answer.
    package func answer(_ question: Event) async throws -> Results {
        try await workers[0].process([question], waitsForKey: false)
    }

    /// Lets a worker decide lines of a log.
    package func process(_ batch: EventBatch, on worker: Int) async -> BatchResult {
        await workers[worker].process(batch)
    }

    /// A worker, for those who bring it events themselves.
    func worker(_ number: Int) -> Worker { workers[number] }

    /// What became of some events.
    public struct Results: Sendable {
        /// A record for each event, and for each that was published, in order.
        public let records: [Record]
        /// What was emitted: JSON, a value a line.
        public let output: [UInt8]
        /// Counts.
        public let summary: Summary

        /// What a batch has come to.
        ///
        /// - Throws: What ended the run.
        init(_ batch: BatchInProgress) throws(PeriluneError) {
            if let failure = batch.result.failure { throw failure }
            records = batch.orderedRecords
            output = batch.result.output.bytes
            summary = batch.result.summary
        }
    }
}

/// Drops log lines.
public struct SilentLog: LogSink {
    /// A log that drops lines.
    public init() {}
    /// Drops a line.
    public func log(_ line: LogLine) {}
}
