public import PeriluneCore
import Synchronization

/// A store for state in memory.
///
/// Saving never fails. Workers seldom wait for each other, because keys are spread over several locks.
public final class MemoryStateStore: StateStore, StateVersions {
    private final class Shard: Sendable {
        let values = Mutex<[StateSlot: [UInt8]]>([:])
        /// Members of large tables, by the prefix of their keys.
        let tables = Mutex<[StateSlot: StateMembers]>([:])
        /// Whether anything was saved, which costs less to ask than two locks.
        let isUsed = Atomic(false)

        func removeAll() {
            guard isUsed.exchange(false, ordering: .relaxed) else { return }
            values.withLock { $0.removeAll() }
            tables.withLock { $0.removeAll() }
        }
    }

    private let shards = (0..<16).map { _ in Shard() }
    private let positions = Mutex<[String: InputPosition]>([:])
    private let expiries = Mutex(StateExpiries())

    /// Makes an empty store.
    public init() {}

    /// The bytes that were saved last, or nil.
    public func load(script: String, key: String) -> [UInt8]? {
        let slot = StateSlot(script: script, key: key)
        if let table = table(of: slot) {
            return shard(of: table).tables.withLock { $0[table]?[slot] }
        }
        return shard(of: slot).values.withLock { $0[slot] }
    }

    /// The values whose keys begin with a prefix, in the order of their keys.
    public func values(
        script: String, prefix: String, after: String?, limit: Int
    ) -> [StateValue] {
        let table = StateSlot(script: script, key: prefix)
        return shard(of: table).tables.withLock { tables in
            tables[table]?.values(after: after ?? prefix, limit) ?? []
        }
    }

    /// The highest version of the script among its saved state; `nil` if there is none.
    package func newestState(of script: String) -> Int64? {
        var newest: Int64?
        for shard in shards {
            shard.values.withLock { values in
                for (slot, bytes) in values where slot.script == script {
                    newest = max(newest ?? 1, VersionedState(bytes).version)
                }
            }
        }
        return newest
    }

    /// Saves all changes and the position.
    public func save(_ changes: [StateChange], position: InputPosition?) {
        for change in changes { save(change) }
        if let now = changes.lazy.compactMap(\.expiry?.changed).max() {
            for slot in expiries.withLock({ $0.removed(until: now) }) { remove(slot) }
        }
        if let position { positions.withLock { $0[position.log] = position } }
    }

    private func save(_ change: StateChange) {
        let slot = StateSlot(change)
        if change.removesPrefix {
            shard(of: slot).tables.withLock { $0[slot] = nil }
            return
        }
        if let expiry = change.expiry, change.value != nil {
            expiries.withLock { $0.insert(slot, expiry.removal) }
        }
        set(slot, change.value)
    }

    private func set(_ slot: StateSlot, _ value: [UInt8]?) {
        let table = table(of: slot)
        let shard = shard(of: table ?? slot)
        if let table {
            shard.tables.withLock {
                shard.isUsed.store(true, ordering: .relaxed)
                $0[table, default: StateMembers()][slot] = value
            }
        } else {
            shard.values.withLock {
                shard.isUsed.store(true, ordering: .relaxed)
                $0[slot] = value
            }
        }
    }

    /// Removes an expired value, with the large tables in it.
    private func remove(_ slot: StateSlot) {
        var left = load(script: slot.script, key: slot.key).map(StateKey.tables) ?? []
        while let table = left.popLast() {
            let table = StateSlot(
                script: slot.script, key: StateKey.prefix(of: slot.key, table: table))
            let members = shard(of: table).tables.withLock { $0.removeValue(forKey: table) }
            for value in members?.all ?? [] { left += StateKey.tables(in: value) }
        }
        set(slot, nil)
    }

    /// The key of the table that a member belongs to.
    private func table(of slot: StateSlot) -> StateSlot? {
        StateKey.tablePrefix(of: slot.key).map { StateSlot(script: slot.script, key: $0) }
    }

    /// The position of a log that was saved last.
    public func position(of log: String) -> InputPosition? {
        positions.withLock { $0[log] }
    }

    /// Removes everything.
    package func removeAll() {
        for shard in shards { shard.removeAll() }
        expiries.withLock { $0 = StateExpiries() }
        positions.withLock { $0.removeAll() }
    }

    private func shard(of slot: StateSlot) -> Shard {
        shards[Int(UInt(bitPattern: slot.hashValue) % UInt(shards.count))]
    }
}
