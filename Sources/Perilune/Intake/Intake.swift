public import PeriluneCore
internal import PeriluneHTTP
internal import PeriluneJSON
internal import PeriluneStore
internal import Synchronization

/// Accepts events over HTTP, stores them, and processes them.
///
/// The sources that plugins bring are at their paths, CloudEvents at `/events`; `/livez`, `/readyz` and
/// `/metrics` tell how it is. It is a handler for a server:
///
/// ```swift
/// var options = IntakeOptions()
/// options.store = "events.db"
/// let intake = try await Intake(options) { try Script("rules.lua") }
/// let server = try HTTPServer(.init(port: 8080), handler: intake)
/// ```
///
/// An accepted event is on disk before its sender gets the answer. It is removed from the store in the transaction that
/// saves its changes, so that it is processed once, also if the process is killed in between.
public final class Intake: HTTPHandler {
    let options: IntakeOptions
    /// The host that decides the accepted events.
    package let host: Host
    let sources: [String: HTTPSource]
    let routes: Routes
    let browsers: BrowserGuard
    let metrics = IntakeMetrics()
    /// What scripts do, for metrics and for clients of the control socket.
    let live: LiveView
    let store: EventStore?
    private let lock: Mutex<StoreLock?>
    private let wiring = Mutex<(lanes: Lanes, committer: Committer)?>(nil)
    private let recent: RecentDeliveries
    let recentEvents: RecentEvents?
    let decided = DecidedDeliveries()
    let dropped = DroppedEntries()
    let notices = Mutex(NoticeLog())
    private let readers = Mutex<[ReaderBox]>([])
    let capacity = Mutex(IntakeCapacity())
    let token: BearerToken
    private let stopping = Atomic(false)
    let failed = Atomic(0)
    let report: Report
    let log: any LogSink
    let supervision: Supervision
    /// Whether it was reported that the quarantine is nearly full.
    let isFilling = Atomic(false)

    /// Called with the errors of events and requests.
    public typealias Report = @Sendable (IntakeProblem) -> Void

    /// Creates a host with a store; events that an earlier process left in the store are processed first.
    ///
    /// - Parameters:
    ///   - options: How it runs.
    ///   - log: Where log lines of scripts go; nowhere by default.
    ///   - report: Called with the errors of events and requests; by default, they are not reported.
    ///   - components: Plugins, scripts and delegates, in the order in which they are asked.
    /// - Throws: The first error of a plugin, a script, the store or an output.
    public nonisolated(nonsending) convenience init(
        _ options: IntakeOptions, log: any LogSink = SilentLog(),
        report: @escaping Report = { _ in },
        @HostBuilder _ components: () throws -> [Component]
    ) async throws {
        try self.init(components(), options: options, log: log, report: report)
    }

    package init(
        _ components: [Component], options: IntakeOptions, log: any LogSink,
        report: @escaping Report
    ) throws(PeriluneError) {
        // A lost store is reported by whoever opens it again, and the failed work is repeated.
        let report: Report = { if $0.error.code != .storeClosed { report($0) } }
        var hostOptions = options.host
        hostOptions.keepsRecords = true
        let written =
            options.inputs
            + [options.output, options.records].compactMap(\.self).filter { $0 != "-" }
            + (options.store.map(StoreFiles.all) ?? [])
        hostOptions.outputs = hostOptions.outputs.map { $0.avoiding(written) }
        live = hostOptions.live ?? LiveView()
        hostOptions.live = live
        lock = Mutex(
            try options.store.map { (path) throws(PeriluneError) in try StoreLock(store: path) })
        let opened = try options.store.map { (path) throws(PeriluneError) in
            try EventStore.forWriting(
                path,
                settingAside: options.setsAsideDamagedRows ? StoreFiles.damagedRows(path) : nil,
                log: options.cluster?.log)
        }
        store = opened?.store
        if store == nil, options.isDurable {
            throw PeriluneError(
                "store.missing", "a durable intake needs a store", hint: "name a file for it")
        }
        let recovery = try store.map { (store) throws(PeriluneError) in
            try Recovery.prepare(store, options)
        }
        supervision = try Supervision(
            store: options.store, workers: hostOptions.workers)
        hostOptions.supervision = supervision
        let state: any StateStore = store ?? MemoryStateStore()
        host = try Host(
            components, options: hostOptions, store: state, log: log, waiting: store
        ) { error, name in
            report(IntakeProblem(error, at: name))
        }
        // Another member may have processed the lane with a newer version.
        if let store, options.cluster?.log != nil { try host.checkState(in: store) }
        self.options = options
        token = BearerToken(options.token)
        self.report = report
        self.log = log
        browsers = BrowserGuard(hosts: options.hosts, origins: options.origins)
        recent = RecentDeliveries(limit: options.memory.deliveries)
        recentEvents = options.shadow > 0 ? RecentEvents(limit: options.shadow) : nil
        var sources: [String: HTTPSource] = [:]
        for source in host.registry.sources { sources[source.path] = source }
        self.sources = sources
        routes = Routes(
            host.registry.routes, browsers: browsers, token: token)
        if !options.allowsAnonymous { try checkSenders() }
        try refuseInputs(options)
        let target = try CommitTarget(options, store: store, memory: state)
        let committer = try Committer(
            target,
            Committer.Events(
                accepted: { [weak self] in self?.accepted($0, $1) },
                refused: { [weak self] in self?.refused($0, $1) },
                didCommit: { [weak self] in self?.didCommit($0) },
                committed: { [metrics] in metrics.commits.observe($0) }))
        if let opened { self.report(opened.damage) }
        let lanes = Lanes(
            host, recent: recentEvents, batch: options.cluster?.batch,
            LiveServices(
                prepareTimer: { [weak self] in self?.prepared($0) ?? $0 },
                ledger: { [store] event in
                    guard let store,
                        let number = event.reserved ?? event.number.map({ InboxNumber($0) })
                    else { return NoLedger() }
                    return StoreLedger(event: number, store: store, committer: committer)
                },
                settle: { [weak self] in self?.settled($0) }))
        host.activeVersion.withLock { $0.gate = lanes }
        wiring.withLock { $0 = (lanes, committer) }
        addScriptVersions()
        addDurations()
        beginCounters()
        beginSourceCounters()
        metrics.metrics.gauge(
            "perilune_inflight_events", help: "Accepted events that are not processed yet."
        ) {
            [weak self] in Double(self?.unfinished ?? 0)
        }
        metrics.metrics.gauge(
            "perilune_quarantine_events",
            help: "Events in quarantine."
        ) { [weak self] in Double(self?.quarantined ?? 0) }
        if let store {
            let limits = options.quarantineLimits
            metrics.metrics.gauge(
                "perilune_quarantine_fill_ratio",
                help: "How full the quarantine is; at 1 no events are accepted."
            ) { limits.share(of: store.quarantineSize) }
        }
        addOutboxGauges()
        addSpanCounts()
        if let recovery { recover(recovery) }
        watchTimers()
    }

    /// Throws an error for the first source that accepts events without authentication.
    private func checkSenders() throws(PeriluneError) {
        for source in httpSources where isOpen(source) {
            let authenticationHint = source.authenticationHint ?? "set a token"
            throw PeriluneError(
                "http.anonymous",
                "\(source.path) would accept events from anybody on the network without authentication",
                hint: authenticationHint)
        }
    }

    /// The HTTP sources of plugins, in the order of their paths.
    public var httpSources: [HTTPSource] { sources.values.sorted { $0.path < $1.path } }

    /// The paths that plugins answer themselves.
    public var httpRoutes: [HTTPRoute] { routes.routes }

    /// Answers waiting requests to the paths of plugins, because the server stops.
    public func stopRoutes() { routes.stop() }

    /// Warnings of the sources for the user who starts the server; call ``openSources()`` first.
    public var sourceWarnings: [String] {
        httpSources.flatMap(\.warnings) + host.registry.eventSources.flatMap(\.warnings)
    }

    /// The number of accepted events that failed since the start, without published events.
    public var failures: Int { failed.load(ordering: .relaxed) }

    /// The number of events in quarantine.
    public var quarantined: Int { store?.quarantineSize.events ?? 0 }

    /// Closes the store, after the last event is processed; nothing is accepted afterwards.
    public func close() {
        stopAccepting()
        host.outbox.stop()
        store?.close()
        lock.withLock { $0 = nil }
    }

    /// The number of events that are accepted and not yet processed.
    public var unfinished: Int { capacity.withLock { $0.events } }

    /// Stops accepting events, and waits until accepted ones are processed or the time is up.
    ///
    /// - Parameter time: How long to wait; events that remain in the store are processed at the next start.
    /// - Returns: The number of events that are left.
    public func drain(for time: Duration = .seconds(30)) async -> Int {
        stopAccepting()
        let end = ContinuousClock.now + time
        while unfinished > 0, .now < end { try? await Task.sleep(for: .milliseconds(5)) }
        await host.outbox.drain(until: end)
        return unfinished
    }

    /// The maximum size of a request body for a path, in bytes.
    public func bodyLimit(for path: String) -> Int {
        // A body that arrives together with the head of a request for an unknown path is read too.
        if Self.isForMonitoring(path) { return 0 }
        return sources[path]?.bodyLimit ?? routes.route(of: path)?.bodyLimit ?? options.bodyLimit
    }

    /// Adds a number to `/metrics` that is computed for each request.
    package func addGauge(
        _ name: String, help: String, labels: [(name: String, value: String)] = [],
        read: @escaping @Sendable () -> Double
    ) {
        metrics.metrics.gauge(name, help: help, labels: labels, read: read)
    }

    /// Reopens records and outputs whose files were renamed or removed, for log rotation; returns these files.
    ///
    /// - Throws: An error if a file cannot be written; the previous file then stays in use.
    public func reopenOutputs() async throws(PeriluneError) -> [String] {
        try await committer?.reopen() ?? []
    }

    /// Answers new deliveries and `/readyz` with 503.
    public func stopAccepting() { stopping.store(true, ordering: .relaxed) }

    var isStopping: Bool { stopping.load(ordering: .relaxed) }

    /// The reason why the intake accepts no events; `nil` if it does.
    var unreadiness: PeriluneError? {
        if isStopping { return .stopping }
        return committer?.failure ?? lackOfRoom ?? supervision.stuckWorker?.error
            ?? options.cluster?.forwarder?.failure
    }

    /// Stores the events of a request, or responds with the reason for refusing them.
    func admit(_ arrival: Arrival) {
        guard let wiring = wiring.withLock(\.self) else {
            return arrival.respond(.busy(.stopping, seconds: 1))
        }
        if let error = lackOfRoom {
            metrics.refused(error.code.rawValue)
            return arrival.respond(.busy(PeriluneError(error.code, error.message), seconds: 60))
        }
        let events = arrival.events
        guard capacity.withLock({ $0.reserve(events, arrival.bytes, of: options) }) else {
            let error = PeriluneError("intake.full", "too many events are waiting to be processed")
            metrics.refused(error.code.rawValue)
            return arrival.respond(.busy(error, seconds: 1))
        }
        if let forwarder = options.cluster?.forwarder {
            return forwarder.forward(forwarded(arrival))
        }
        if storesBeforeAccepting(arrival) { return wiring.committer.add(arrival) }
        let accepted = arrival.deliveries.filter { delivery in
            delivery.identity.map { recent.insert($0, from: arrival.source) } ?? true
        }
        let fresh = accepted.flatMap(\.events)
        if accepted.count < arrival.deliveries.count {
            let bytes = fresh.reduce(0) { $0 + $1.json.count }
            capacity.withLock { $0.release(events - fresh.count, arrival.bytes - bytes) }
        }
        recordMetrics(for: arrival, accepted: fresh.count, duplicates: events - fresh.count)
        wiring.lanes.add(fresh)
        let isRepetition = arrival.isRequest && accepted.isEmpty
        let entries = isRepetition ? nil : arrival.unreadable
        let response = HTTPResponse.accepted(
            fresh.count, repeated: events - fresh.count, unreadable: entries?.quarantined ?? [])
        guard var unreadable = entries else { return arrival.respond(response) }
        unreadable.answers.append { arrival.respond(response) }
        settled(unreadable)
    }

    /// Whether an arrival is stored before it is accepted.
    ///
    /// Without durability, too, a source that stores positions would lose what it has read in a crash.
    private func storesBeforeAccepting(_ arrival: Arrival) -> Bool {
        options.isDurable || store != nil && !arrival.positions.isEmpty
    }

    /// Processes events whose sender waits, without storing them first.
    func decide(
        _ events: [LiveEvent], source: String, orElse refuse: (HTTPResponse) -> Void
    ) {
        if let error = lackOfRoom {
            metrics.refused(error.code.rawValue)
            return refuse(.busy(PeriluneError(error.code, error.message), seconds: 60))
        }
        let bytes = events.reduce(0) { $0 + $1.json.count }
        guard capacity.withLock({ $0.reserve(events.count, bytes, of: options) }) else {
            let error = PeriluneError("intake.full", "too many events are waiting to be processed")
            metrics.refused(error.code.rawValue)
            return refuse(.busy(error, seconds: 1))
        }
        metrics.received(events.count, by: source)
        wiring.withLock(\.self)?.lanes.add(events, urgent: true)
    }

    /// Reports an error of a request.
    func report(_ error: PeriluneError, _ path: String) {
        metrics.refused(error.code.rawValue)
        report(IntakeProblem(error, at: path))
    }

    /// The text without the secrets that plugins know of.
    func redact(_ text: String) -> String { host.registry.redact(text) }

    /// Calls `body` with a reader that no other thread uses in the meantime.
    func withReader<Result>(
        _ body: (JSONEvent) throws(PeriluneError) -> Result
    ) throws(PeriluneError) -> Result {
        let box = readers.withLock { $0.popLast() } ?? ReaderBox()
        defer { readers.withLock { $0.append(box) } }
        return try body(box.reader)
    }

    /// Whether events have to be read when they are received, to find the worker that decides their key.
    var needsKeys: Bool { host.options.workers > 1 || options.cluster?.forwarder != nil }

    /// Whether records are written, by the host or by a plugin.
    var keepsRecords: Bool { options.records != nil || host.outbox.wantsRecords }

    var committer: Committer? { wiring.withLock { $0?.committer } }

    var lanes: Lanes? { wiring.withLock { $0?.lanes } }

    private func accepted(_ arrival: Arrival, _ numbers: [Range<Int64>?]) {
        var arrival = arrival
        if arrival.isRepetition(numbers) { arrival.unreadable = nil }
        var events: [LiveEvent] = []
        events.reserveCapacity(arrival.events)
        var repeated = 0
        var bytes = 0
        for (delivery, numbers) in zip(arrival.deliveries, numbers) {
            guard let numbers else {
                repeated += delivery.events.count
                bytes += delivery.events.reduce(0) { $0 + $1.json.count }
                continue
            }
            for (event, number) in zip(delivery.events, numbers) {
                var event = event
                event.number = number
                events.append(event)
            }
        }
        if repeated > 0 { capacity.withLock { $0.release(repeated, bytes) } }
        recordMetrics(for: arrival, accepted: events.count, duplicates: repeated)
        if let unreadable = arrival.unreadable {
            report(unreadable)
            warnOfQuarantine()
        }
        arrival.respond(
            .accepted(
                events.count, repeated: repeated,
                unreadable: arrival.unreadable?.quarantined ?? []))
        wiring.withLock(\.self)?.lanes.add(events)
    }

    func refused(_ arrival: Arrival, _ error: PeriluneError) {
        capacity.withLock { $0.release(arrival.events, arrival.bytes) }
        report(error, arrival.source)
        arrival.respond(.busy(PeriluneError(error.code, error.message), seconds: 5))
    }

    func recordMetrics(for arrival: Arrival, accepted: Int, duplicates repeated: Int) {
        let count = accepted + (arrival.unreadable?.quarantined.count ?? 0)
        metrics.received(count, by: arrival.source)
        if repeated > 0 { metrics.deduplicated.increment(by: repeated) }
    }
}

/// Carries a reader between threads that use it one at a time.
private struct ReaderBox: @unchecked Sendable {
    let reader = JSONEvent(numbersTypes: true)
}
