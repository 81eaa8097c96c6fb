internal import PeriluneCore
internal import PeriluneStore
internal import Synchronization

/// Writes everything that has to be stored in groups, on a thread of its own.
///
/// While one group is written, the next one collects accepted deliveries, events that have ended, and effects. Each
/// group is one transaction. A group that fails is tried again, except for new deliveries: they are refused, and
/// their senders try again.
actor Committer {
    private struct Work {
        var arrivals: [Arrival] = []
        var settlements: [Settlement] = []
        var effects: [EffectWrite] = []
    }

    private struct Waiting {
        var work = Work()
        var isAwake = false
    }

    private let executor: WorkerExecutor
    private let target: CommitTarget
    private let waiting = Mutex(Waiting())
    /// What could not be written and must not be lost.
    private var unsaved = Work()
    private let lastFailure = Mutex<PeriluneError?>(nil)
    private var isRetrying = false
    /// Called with the results once they are stored.
    private let events: Events

    struct Events: Sendable {
        /// Deliveries were stored, with the numbers of their events; `nil` for repetitions.
        let accepted: @Sendable (Arrival, [Range<Int64>?]) -> Void
        let refused: @Sendable (Arrival, PeriluneError) -> Void
        let didCommit: @Sendable (Settlement) -> Void
        let committed: @Sendable (Duration) -> Void
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    init(_ target: CommitTarget, _ events: Events) throws(PeriluneError) {
        self.target = target
        self.events = events
        executor = try WorkerExecutor()
    }

    deinit { executor.close() }

    /// The last error of writing, unless a later write succeeded.
    nonisolated var failure: PeriluneError? { lastFailure.withLock(\.self) }

    nonisolated func add(_ arrival: Arrival) { add { $0.arrivals.append(arrival) } }

    nonisolated func add(_ settlement: Settlement) { add { $0.settlements.append(settlement) } }

    nonisolated func add(_ effect: EffectWrite) { add { $0.effects.append(effect) } }

    /// Reopens the outputs whose files were replaced, and returns their paths.
    func reopen() throws(PeriluneError) -> [String] {
        // A failed write may be in the current file in part.
        if var failure {
            failure.hint = "fix the output and send SIGHUP again"
            throw failure
        }
        return try target.reopen()
    }

    /// Writes everything that was added so far; throws if it cannot be written.
    func flush() throws(PeriluneError) {
        drain()
        if let failure { throw failure }
    }

    private nonisolated func add(_ change: (inout sending Work) -> Void) {
        let isAwake = waiting.withLock { waiting in
            change(&waiting.work)
            defer { waiting.isAwake = true }
            return waiting.isAwake
        }
        if !isAwake { executor.perform { self.assumeIsolated { $0.drain() } } }
    }

    private func drain() {
        while let work = next() { commit(work) }
    }

    private func next() -> Work? {
        waiting.withLock { waiting in
            let work = waiting.work
            if work.arrivals.isEmpty, work.settlements.isEmpty, work.effects.isEmpty {
                waiting.isAwake = false
                return nil
            }
            waiting.work = Work()
            return work
        }
    }

    private func commit(_ work: Work) {
        unsaved.settlements += work.settlements
        unsaved.effects += work.effects
        do throws(PeriluneError) {
            // After a failure, ended events are saved first, because they free space and new deliveries take some.
            if failure != nil { try save([]) }
            try save(work.arrivals)
            lastFailure.withLock { $0 = nil }
        } catch {
            lastFailure.withLock { $0 = error }
            for arrival in work.arrivals { events.refused(arrival, error) }
            if error.code == .storeClosed { return giveUp(error) }
            retryLater()
        }
    }

    /// Discards what cannot be stored any more; processing continues from the last commit when the store is opened again.
    private func giveUp(_ error: PeriluneError) {
        let work = unsaved
        unsaved = Work()
        for effect in work.effects { effect.whenKept(.failure(error)) }
    }

    /// Saves everything in one transaction, or each part in its own if that is too large for the commit log.
    private func save(_ arrivals: [Arrival]) throws(PeriluneError) {
        do throws(PeriluneError) {
            try saveTogether(arrivals)
        } catch {
            let all = unsaved
            guard error.code == .commitSize,
                all.settlements.count + all.effects.count + arrivals.count > 1
            else { throw error }
            for index in all.settlements.indices {
                unsaved = Work(settlements: [all.settlements[index]])
                do throws(PeriluneError) { try saveTogether([]) } catch {
                    unsaved.settlements += all.settlements[(index + 1)...]
                    unsaved.effects = all.effects
                    throw error
                }
            }
            unsaved = Work(effects: all.effects)
            if !all.effects.isEmpty { try saveTogether([]) }
            for arrival in arrivals {
                do throws(PeriluneError) { try saveTogether([arrival]) } catch {
                    events.refused(arrival, error)
                }
            }
        }
    }

    private func saveTogether(_ arrivals: [Arrival]) throws(PeriluneError) {
        let start = ContinuousClock.now
        let saved = try target.save(
            arrivals, &unsaved.settlements, unsaved.effects, isProbe: failure != nil)
        let work = unsaved
        unsaved = Work()
        events.committed(ContinuousClock.now - start)
        for (arrival, numbers) in zip(arrivals, saved.accepted) {
            events.accepted(arrival, numbers)
        }
        for (effect, row) in zip(work.effects, saved.effects) { effect.whenKept(row) }
        for settlement in work.settlements {
            settlement.didCommit()
            events.didCommit(settlement)
        }
    }

    private func retryLater() {
        if isRetrying { return }
        isRetrying = true
        Task {
            try? await Task.sleep(for: .milliseconds(250))
            isRetrying = false
            if failure != nil { commit(Work()) }
        }
    }
}
