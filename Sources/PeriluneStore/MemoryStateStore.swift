public import PeriluneCore
import Synchronization

/// State that is gone with the process.
///
/// Saving never fails. Workers seldom meet, because keys are spread over several locks.
public final class MemoryStateStore: StateStore, StateVersions {
    private final class Shard: Sendable {
        let values = Mutex<[StateSlot: [UInt8]]>([:])
    }

    private let shards = (0..<16).map { _ in Shard() }
    private let positions = Mutex<[String: InputPosition]>([:])

    /// Makes an empty store.
    public init() {}

    /// The bytes that were saved last, or nil.
    public func load(script: String, key: String) -> [UInt8]? {
        let slot = StateSlot(script: script, key: key)
        return shard(of: slot).values.withLock { $0[slot] }
    }

    /// The highest version of the script that any of its state was kept by; `nil` where there is none.
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
        for change in changes {
            let slot = StateSlot(change)
            shard(of: slot).values.withLock { $0[slot] = change.value }
        }
        if let position { positions.withLock { $0[position.log] = position } }
    }

    /// How far a log was read when its position was saved last.
    public func position(of log: String) -> InputPosition? {
        positions.withLock { $0[log] }
    }

    /// Forgets everything.
    package func removeAll() {
        for shard in shards { shard.values.withLock { $0.removeAll() } }
        positions.withLock { $0.removeAll() }
    }

    private func shard(of slot: StateSlot) -> Shard {
        shards[Int(UInt(bitPattern: slot.hashValue) % UInt(shards.count))]
    }
}
