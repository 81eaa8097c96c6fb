internal import PeriluneCore
internal import Synchronization

/// The state of scripts during one case.
final class CaseStore: StateStore {
    private struct Slot: Hashable {
        let script: String
        let key: String
    }

    private let values = Mutex<[Slot: [UInt8]]>([:])

    func load(script: String, key: String) -> [UInt8]? {
        values.withLock { $0[Slot(script: script, key: key)] }
    }

    func save(_ changes: [StateChange], position: InputPosition?) {
        values.withLock { values in
            for change in changes {
                values[Slot(script: change.script, key: change.key)] = change.value
            }
        }
    }

    func position(of log: String) -> InputPosition? { nil }

    func removeAll() { values.withLock { $0.removeAll() } }
}
