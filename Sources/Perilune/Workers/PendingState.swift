internal import PeriluneCore
internal import PeriluneStore
internal import Synchronization

/// A worker's view of the store, which collects changes until the end of the batch.
///
/// A store on disk thus has one transaction for a batch instead of one for each event. The changes of an event are
/// passed on together when it has ended: a suspended event that was saved in part would be counted twice when it is
/// processed again after a crash.
final class PendingState: StateStore {
    /// The position of a change in `leaving` or `ended`.
    struct Place {
        let number: Int
        let index: Int
    }

    struct Changes {
        /// The changes of the event that is being processed.
        var current: [StateChange] = []
        /// The changes of suspended events.
        ///
        /// Other events of the same key wait, except for a question that such an event asks: its changes depend on
        /// those that are held, and are passed on with the last of their holders.
        var held: [StateSlot: (change: StateChange, holders: Int)] = [:]
        /// The changes of events that have ended; the last one for each slot.
        var ended: [StateChange] = []
        /// The changes that are being saved, by the number of the handover.
        var leaving: [Int: [StateChange]] = [:]
        /// The number of the next handover.
        var number = 1
        /// The position of the last change of each slot.
        ///
        /// Some positions belong to changes that were saved already, until these are half of all.
        var latest: [StateSlot: Place] = [:]
        var committed = 0
        /// The timers that are set; `nil` if no script sets timers.
        var timers: TimerQueue?
        /// The script under which event time is saved.
        var clockOwner: String?
        /// The last result of ``newest(_:_:)``, until something changes.
        var found: (script: String, prefix: String, changes: [StateChange])?

        func newest(_ slot: StateSlot) -> StateChange? {
            current.last { StateSlot($0) == slot }
                ?? held[slot]?.change ?? latest[slot].flatMap(change)
        }

        /// The change at a position; `nil` if it was saved already.
        private func change(at place: Place) -> StateChange? {
            place.number == number
                ? ended[place.index] : leaving[place.number].map { $0[place.index] }
        }

        /// The newest changes of keys that begin with a prefix, in the order of the keys.
        ///
        /// They are cached, because a loop over a large table needs them for each batch of members.
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

        /// Moves `ended` to `leaving`.
        mutating func handOver() -> (changes: [StateChange], number: Int) {
            defer {
                if !ended.isEmpty { leaving[number] = ended }
                ended = []
                number += 1
            }
            return (ended, number)
        }

        /// Removes the changes of a handover that was saved.
        mutating func didCommit(_ number: Int) {
            committed += leaving.removeValue(forKey: number)?.count ?? 0
            // Done for many at once, which costs less than looking up each slot.
            guard committed > latest.count / 2 else { return }
            let oldest = leaving.keys.min() ?? self.number
            latest = latest.filter { $0.value.number >= oldest }
            committed = 0
        }
    }

    private let store: any StateStore
    private let pending = Mutex(Changes())
    /// Whether the event that is being processed has changed anything; checked for every event.
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

    /// Modifies the pending changes.
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

    /// Holds the changes of the event that is being suspended; `held` are those that it holds already.
    ///
    /// - Returns: The additional changes that it holds from now on.
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

    /// Passes on the changes of the event that has ended; `held` are those from before it was suspended.
    func end(_ held: [StateChange]) {
        // Most events change nothing, and loading is cheaper than exchanging.
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

    /// Saves the changes of events that have ended, in one transaction.
    func flush() throws(PeriluneError) {
        let changes = pending.withLock(\.ended)
        if changes.isEmpty { return }
        try store.save(changes)
        change { $0.didCommit($0.handOver().number) }
    }

    /// Hands the changes of events that have ended to the caller, who saves them.
    ///
    /// Reading sees them as if they were saved already; call ``didCommit(_:)`` when they are.
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

    /// Called when the changes of a handover are saved.
    func didCommit(_ number: Int) { change { $0.didCommit(number) } }
}
