internal import PeriluneCore
internal import Synchronization

/// A worker's view of the store: changes stay here until the end of the batch, so that a
/// store on disk has one transaction for a batch and not one for an event.
final class PendingState: StateStore {
    private struct Slot: Hashable {
        let script: String
        let key: String
    }

    private let store: any StateStore
    private let pending = Mutex<(changes: [StateChange], latest: [Slot: Int])>(([], [:]))

    init(_ store: any StateStore) { self.store = store }

    func load(script: String, key: String) throws(PeriluneError) -> [UInt8]? {
        let slot = Slot(script: script, key: key)
        let change = pending.withLock { pending in
            pending.latest[slot].map { pending.changes[$0] }
        }
        if let change { return change.value }
        return try store.load(script: script, key: key)
    }

    func save(_ changes: [StateChange], position: InputPosition?) {
        pending.withLock { pending in
            for change in changes {
                let slot = Slot(script: change.script, key: change.key)
                if let index = pending.latest[slot] {
                    pending.changes[index] = change
                } else {
                    pending.latest[slot] = pending.changes.count
                    pending.changes.append(change)
                }
            }
        }
    }

    func position(of log: String) throws(PeriluneError) -> InputPosition? {
        try store.position(of: log)
    }

    /// Saves the changes since the last time, all or none.
    func flush() throws(PeriluneError) {
        let changes = pending.withLock(\.changes)
        if changes.isEmpty { return }
        try store.save(changes)
        pending.withLock { $0 = ([], [:]) }
    }
}
