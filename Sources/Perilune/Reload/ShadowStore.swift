internal import PeriluneCore
internal import Synchronization

/// State as another store has it; what is saved here stays here.
final class ShadowStore: StateStore {
    private struct Slot: Hashable {
        let script: String
        let key: String
    }

    private let store: any StateStore
    private let changes = Mutex<[Slot: [UInt8]?]>([:])

    init(_ store: any StateStore) { self.store = store }

    func load(script: String, key: String) throws(PeriluneError) -> [UInt8]? {
        if let change = changes.withLock({ $0[Slot(script: script, key: key)] }) { return change }
        return try store.load(script: script, key: key)
    }

    func save(_ changes: [StateChange], position: InputPosition?) {
        self.changes.withLock { known in
            for change in changes {
                known[Slot(script: change.script, key: change.key)] = .some(change.value)
            }
        }
    }

    func position(of log: String) -> InputPosition? { nil }
}
