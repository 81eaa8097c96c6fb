package import PeriluneCore
internal import PeriluneStore
internal import Synchronization

/// A store that reads from another one and keeps its own changes in memory.
package final class ShadowStore: StateStore {
    private let store: any StateStore
    private let changes = Mutex<[StateSlot: [UInt8]?]>([:])

    package init(_ store: any StateStore) { self.store = store }

    /// The value saved here, else the one of the other store; `nil` if the key was deleted here.
    package func load(script: String, key: String) throws(PeriluneError) -> [UInt8]? {
        let slot = StateSlot(script: script, key: key)
        if let change = changes.withLock({ $0[slot] }) { return change }
        return try store.load(script: script, key: key)
    }

    /// The values of both stores in the order of their keys, with changes made here in the place of the other store's values.
    package func values(
        script: String, prefix: String, after: String?, limit: Int
    ) throws(PeriluneError) -> [StateValue] {
        let changes = changes.withLock { changes in
            changes.compactMap { slot, value in
                slot.script == script && slot.key.utf8.starts(with: prefix.utf8)
                    ? StateChange(script: script, key: slot.key, value: value) : nil
            }
            .sorted { $0.key.isBefore($1.key) }
        }
        return try store.values(
            script: script, prefix: prefix, after: after, limit: limit, changedBy: changes)
    }

    /// Keeps the changes in memory; the position is ignored, because a shadow run is not resumed.
    package func save(_ changes: [StateChange], position: InputPosition?) {
        self.changes.withLock { known in
            for change in changes { known[StateSlot(change)] = .some(change.value) }
        }
    }

    /// The position in the other store, which a run here never moves.
    package func position(of log: String) throws(PeriluneError) -> InputPosition? {
        try store.position(of: log)
    }
}
