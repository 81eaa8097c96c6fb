internal import PeriluneCore
internal import PeriluneLua
internal import Synchronization

/// The active version: its assembly, and the delegates of each worker.
struct ActiveVersion: Sendable {
    var assembly: Assembly
    var delegateInstances: [DelegateInstances]
    var history = ReloadHistory()
    /// The last rejection since the last successful reload.
    var refusal: Refusal?
    /// Holds back the events of an intake while their order changes; ``Host/router`` does so for calls.
    weak var gate: (any OrderGate)?
    /// Created for the first reload, because most hosts never need one.
    var reloader: Reloader?
}

/// Holds back events while their order changes.
protocol OrderGate: AnyObject, Sendable {
    /// Stops all events; returns when the workers have begun those that had passed before.
    func close() async
    /// Lets events pass, each to the worker of its key in the new order.
    func open(_ order: EventOrder)
}

/// Creates new versions of a host's scripts, one after the other, on a thread of its own.
///
/// Compiling cannot be interrupted, so it must not run on a worker's thread. A Lua state may be created on one thread
/// and used on another, but not at the same time.
actor Reloader {
    private let executor: WorkerExecutor
    private var isBusy = false
    private var queue: [CheckedContinuation<Void, Never>] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    init(patience: Duration) throws(PeriluneError) {
        self.patience = patience
        executor = try WorkerExecutor()
    }

    deinit { executor.close() }

    /// How long to wait for the events that began in the previous order.
    private let patience: Duration

    /// Prepares and activates a new version; afterwards, either all workers use it or none.
    func reload(_ host: Host, _ request: ReloadRequest) async throws(Refusal) -> Reload {
        await begin()
        defer { end() }
        var scripts: [Script] = []
        do throws(PeriluneError) {
            if let read = request.scripts {
                scripts = try read()
            } else {
                scripts = try host.scripts.reloaded()
            }
            let plugins = try request.folderPlugins?()
            return try await prepareAndApply(scripts, plugins, in: host, request)
        } catch {
            throw Refusal(error, of: scripts)
        }
    }

    private func prepareAndApply(
        _ scripts: [Script], _ folderPlugins: [any Plugin]?, in host: Host,
        _ request: ReloadRequest
    ) async throws(PeriluneError) -> Reload {
        let old = host.activeVersion.withLock { ($0.assembly, $0.delegateInstances) }
        let next = try old.0.with(scripts, folderPlugins: folderPlugins)
        var reload = try Reload(from: old.0, to: next)
        if reload.isUnchanged { return reload }
        try next.checkState(after: old.0, in: host.store)
        let candidate = ReloadCandidate(
            scripts: next.scripts, changed: next.changed, plugins: next.components.plugins)
        for check in request.checks { try await check(candidate) }
        if let shadow = request.shadow, !shadow.isEmpty {
            reload.shadow = try await ShadowRun(
                shadow, old: old.0, new: next, store: host.store, options: host.options)
        }
        var buses: [PreparedBus] = []
        for (worker, instances) in zip(host.workers, old.1) {
            buses.append(try PreparedBus(next, worker.context, after: instances))
        }
        try await install(buses, in: host, reload.order)
        host.activeVersion.withLock { activeVersion in
            activeVersion.assembly = next
            activeVersion.delegateInstances = buses.map(\.delegateInstances)
        }
        reload.time = .now
        return reload
    }

    private func install(
        _ buses: [PreparedBus], in host: Host, _ change: OrderChange?
    ) async throws(PeriluneError) {
        guard let change, let order = buses.first?.order else {
            for (worker, bus) in zip(host.workers, buses) { await worker.use(bus) }
            return
        }
        // Events that wait for an answer hold the state of their key, which is about to change, so they must end
        // first.
        let done: Void? = try await whenIdle(host, orderAfter: order) {
            () async throws(PeriluneError) in
            for (worker, bus) in zip(host.workers, buses) { await worker.use(bus) }
        }
        guard done != nil else {
            throw PeriluneError(
                "reload.order",
                "the new version changes the order of events (\(change)), and after \(patience) some events still wait for effects",
                hint:
                    "save the script again when they have finished (see perilune_inflight_events in /metrics), or restart the server"
            )
        }
    }

    /// Runs a body while no event is in progress and none begins.
    ///
    /// - Returns: `nil` if some events did not end in time; then the body did not run.
    func pause<Answer: Sendable>(
        _ host: Host, _ body: @Sendable () async throws(PeriluneError) -> Answer
    ) async throws(PeriluneError) -> Answer? {
        await begin()
        defer { end() }
        return try await whenIdle(host, orderAfter: host.order, body)
    }

    private func whenIdle<Answer>(
        _ host: Host, orderAfter order: EventOrder,
        _ body: () async throws(PeriluneError) -> Answer
    ) async throws(PeriluneError) -> Answer? {
        let gates: [any OrderGate] =
            [host.router] + (host.activeVersion.withLock(\.gate).map { [$0] } ?? [])
        for gate in gates { await gate.close() }
        var areIdle = true
        for worker in host.workers where areIdle {
            areIdle = await worker.hold(for: patience)
        }
        var answer: Result<Answer, PeriluneError>?
        if areIdle {
            do throws(PeriluneError) {
                answer = .success(try await body())
            } catch {
                answer = .failure(error)
            }
        }
        for worker in host.workers { await worker.resumeHeld() }
        if case .success = answer {
            for gate in gates { gate.open(order) }
        } else {
            for gate in gates { gate.open(host.order) }
        }
        return try answer?.get()
    }

    private func begin() async {
        guard isBusy else { return isBusy = true }
        await withCheckedContinuation { queue.append($0) }
    }

    private func end() {
        if queue.isEmpty { isBusy = false } else { queue.removeFirst().resume() }
    }
}

extension [Script] {
    fileprivate func reloaded() throws(PeriluneError) -> [Script] {
        var scripts: [Script] = []
        for script in self { scripts.append(try script.reloaded()) }
        return scripts
    }
}

extension Reload {
    fileprivate init(from old: Assembly, to new: Assembly) throws(PeriluneError) {
        if old.order.number != new.order.number {
            order = OrderChange(from: old.order.ordering, to: new.order.ordering)
        }
        var gone: [String: Script] = [:]
        for script in old.scripts { gone[script.name] = script }
        for part in new.parts {
            guard let script = part.script else { continue }
            let before = gone.removeValue(forKey: script.name)
            guard part.previous == nil else { continue }
            // The script is the same, but the modules of plugins have changed.
            if let before, script.isSame(as: before) { continue }
            changes.append(
                Change(
                    script: script.name, from: try before?.version, to: try script.version))
        }
        for script in old.scripts where gone[script.name] != nil {
            changes.append(Change(script: script.name, from: try script.version, to: nil))
        }
        plugins = PluginChange.all(
            from: old.components.folderPlugins, to: new.components.folderPlugins)
        isReordered = new.scripts.map(\.name) != old.scripts.map(\.name)
    }
}
