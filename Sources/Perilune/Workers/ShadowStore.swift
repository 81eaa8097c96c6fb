package import PeriluneCore
internal import PeriluneStore
internal import Synchronization

/// State as another store has it; what is saved here stays here.
package final class ShadowStore: StateStore {
    private let store: any StateStore
    private let changes = Mutex<[StateSlot: [UInt8]?]>([:])

    package init(_ store: any StateStore) { self.store = store }

    package func load(script: String, key: String) throws(PeriluneError) -> [UInt8]? {
        let slot = StateSlot(script: script, key: key)
        if let change = changes.withLock({ $0[slot] }) { return change }
        return try store.load(script: script, key: key)
    }

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

    package func save(_ changes: [StateChange], position: InputPosition?) {
        self.changes.withLock { known in
            for change in changes { known[StateSlot(change)] = .some(change.value) }
        }
    }

    package func position(of log: String) throws(PeriluneError) -> InputPosition? {
        try store.position(of: log)
    }
}
