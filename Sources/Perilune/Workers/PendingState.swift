internal import PeriluneCore
internal import PeriluneStore
internal import Synchronization

/// A worker's view of the store: changes stay here until the end of the batch, so that a
/// store on disk has one transaction for a batch and not one for an event.
///
/// What an event changed moves on when the event has ended, all of it at once: a suspended event that was
/// saved in part would be counted twice when it is decided again after a crash.
final class PendingState: StateStore {
    /// A change in `leaving` or `ended`.
    struct Place {
        let number: Int
        let index: Int
    }

    struct Changes {
        /// Of the event that is decided now.
        var current: [StateChange] = []
        /// Of suspended events.
        ///
        /// Those of the same key wait, but for a question that one of them asks: what that changes rests
        /// on what is held, and moves on with the last of its holders.
        var held: [StateSlot: (change: StateChange, holders: Int)] = [:]
        /// Of events that have ended, the last change of each slot.
        var ended: [StateChange] = []
        /// On their way to the store, by the number of the handing over.
        var leaving: [Int: [StateChange]] = [:]
        /// The number under which `ended` is handed over.
        var number = 1
        /// Where the last change of each slot is.
        ///
        /// Some places are those of changes that have landed, until they are as many as the others.
        var latest: [StateSlot: Place] = [:]
        var committed = 0
        /// The timers that are set, where scripts set any.
        var timers: TimerQueue?
        /// The script under which the time of events is saved.
        var clockOwner: String?
        /// What was found last, until something changes.
        var found: (script: String, prefix: String, changes: [StateChange])?

        func newest(_ slot: StateSlot) -> StateChange? {
            current.last { StateSlot($0) == slot }
                ?? held[slot]?.change ?? latest[slot].flatMap(change)
        }

        /// `nil` if it has landed.
        private func change(at place: Place) -> StateChange? {
            place.number == number
                ? ended[place.index] : leaving[place.number].map { $0[place.index] }
        }

        /// The newest changes of keys that begin with a prefix, in the order of the keys.
        ///
        /// A loop over a large table asks for them once for each batch of members.
        mutating func newest(_ script: String, _ prefix: String) -> [StateChange] {
            if let found, found.script == script, found.prefix == prefix { return found.changes }
            let changes = sorted(script, prefix)
            found = (script, prefix, changes)
            return changes
        }

        private func sorted(_ script: String, _ prefix: String) -> [StateChange] {
            let leaving = leaving.sorted { $0.key < $1.key }.map(\.value)
            let all = leaving + [ended, held.values.map(\.change), current]
            let changes = all.joined().filter {
                $0.script == script && !$0.removesPrefix
                    && $0.key.utf8.starts(with: prefix.utf8)
            }
            return changes.inOrderOfKeys().map { changes[$0] }
        }

        mutating func end(_ change: StateChange) {
            let slot = StateSlot(change)
            if timers != nil, TimerKey(change.key) != nil {
                timers?.change(slot, to: Timer(slot, change.value))
            }
            let place = Place(number: number, index: ended.count)
            if let known = latest.updateValue(place, forKey: slot), known.number == number {
                ended[known.index] = change
                latest[slot] = known
            } else {
                ended.append(change)
            }
        }

        /// Moves what has ended to what is leaving.
        mutating func handOver() -> (changes: [StateChange], number: Int) {
            defer {
                if !ended.isEmpty { leaving[number] = ended }
                ended = []
                number += 1
            }
            return (ended, number)
        }

        /// Forgets what was handed over under a number.
        mutating func didCommit(_ number: Int) {
            committed += leaving.removeValue(forKey: number)?.count ?? 0
            // All at once, which costs less than to look up each slot.
            guard committed > latest.count / 2 else { return }
            let oldest = leaving.keys.min() ?? self.number
            latest = latest.filter { $0.value.number >= oldest }
            committed = 0
        }
    }

    private let store: any StateStore
    private let pending = Mutex(Changes())
    /// Whether the event that is decided now changed anything: asked for every event.
    private let isChanged = Atomic(false)

    init(_ store: any StateStore) { self.store = store }

    func load(script: String, key: String) throws(PeriluneError) -> [UInt8]? {
        let slot = StateSlot(script: script, key: key)
        if let change = pending.withLock({ $0.newest(slot) }) { return change.value }
        return try store.load(script: script, key: key)
    }

    func values(
        script: String, prefix: String, after: String?, limit: Int
    ) throws(PeriluneError) -> [StateValue] {
        try store.values(
            script: script, prefix: prefix, after: after, limit: limit,
            changedBy: pending.withLock { $0.newest(script, prefix) })
    }

    /// Changes what is pending.
    func change<Result>(_ body: (inout sending Changes) -> sending Result) -> sending Result {
        pending.withLock { pending in
            pending.found = nil
            return body(&pending)
        }
    }

    func save(_ changes: [StateChange], position: InputPosition?) {
        change { $0.current += changes }
        isChanged.store(true, ordering: .relaxed)
    }

    func position(of log: String) throws(PeriluneError) -> InputPosition? {
        try store.position(of: log)
    }

    /// The event that is decided now is suspended, once more where it has `held` something.
    ///
    /// - Returns: What it holds from now on, beside that.
    func hold(beside held: [StateChange]) -> [StateChange] {
        guard isChanged.exchange(false, ordering: .relaxed) else { return [] }
        return change { pending in
            var slots = Set(held.map(StateSlot.init))
            var more: [StateChange] = []
            for change in pending.current {
                let slot = StateSlot(change)
                var holders = pending.held[slot]?.holders ?? 0
                if slots.insert(slot).inserted {
                    holders += 1
                    more.append(change)
                }
                pending.held[slot] = (change, holders)
            }
            pending.current.removeAll()
            return more
        }
    }

    /// The event that is decided now has ended; `held` is what it changed before it was suspended.
    func end(_ held: [StateChange]) {
        // Most events change nothing; to look costs less than to exchange.
        let isChanged =
            isChanged.load(ordering: .relaxed) && isChanged.exchange(false, ordering: .relaxed)
        guard isChanged || !held.isEmpty else { return }
        change { pending in
            for slot in held.map(StateSlot.init) {
                guard let newest = pending.held.removeValue(forKey: slot) else { continue }
                if newest.holders > 1 {
                    pending.held[slot] = (newest.change, newest.holders - 1)
                } else {
                    pending.end(newest.change)
                }
            }
            for change in pending.current {
                let slot = StateSlot(change)
                if let other = pending.held[slot] {
                    pending.held[slot] = (change, other.holders)
                } else {
                    pending.end(change)
                }
            }
            pending.current.removeAll(keepingCapacity: true)
        }
    }

    /// Saves the changes of events that have ended since the last time, all or none.
    func flush() throws(PeriluneError) {
        let changes = pending.withLock(\.ended)
        if changes.isEmpty { return }
        try store.save(changes)
        change { $0.didCommit($0.handOver().number) }
    }

    /// Hands the changes of events that have ended to the caller, who saves them.
    ///
    /// They are read as if they were saved already; the caller reports with ``didCommit(_:)`` when they are.
    func handOver() -> (changes: [StateChange], number: Int) {
        change { pending in
            if let owner = pending.clockOwner, let clock = pending.timers?.clock, clock > .min {
                pending.end(
                    StateChange(
                        script: owner, key: TimerKey.clock, value: Array(String(clock).utf8)))
            }
            return pending.handOver()
        }
    }

    /// The store has what was handed over under a number.
    func didCommit(_ number: Int) { change { $0.didCommit(number) } }
}
