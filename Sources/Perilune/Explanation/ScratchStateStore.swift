package import PeriluneCore
internal import Synchronization

/// Reads the state that another store has, and keeps to itself what is changed.
package final class ScratchStateStore: StateStore {
    private struct Slot: Hashable {
        let script: String
        let key: String
    }

    private let base: any StateStore
    private let changes = Mutex<[Slot: [UInt8]?]>([:])

    package init(over base: any StateStore) { self.base = base }

    package func load(script: String, key: String) throws(PeriluneError) -> [UInt8]? {
        let slot = Slot(script: script, key: key)
        if let changed = changes.withLock({ $0[slot] }) { return changed }
        return try base.load(script: script, key: key)
    }

    package func save(_ changes: [StateChange], position: InputPosition?) {
        self.changes.withLock { known in
            for change in changes {
                known[Slot(script: change.script, key: change.key)] = .some(change.value)
            }
        }
    }

    package func position(of log: String) throws(PeriluneError) -> InputPosition? {
        try base.position(of: log)
    }
}
