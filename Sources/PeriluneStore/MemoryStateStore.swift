import Glibc
public import PeriluneCore
import Synchronization

/// State that is gone with the process.
///
/// Saving never fails. Workers seldom meet, because keys are spread over several locks.
public final class MemoryStateStore: StateStore, StateVersions {
    private final class Shard: Sendable {
        let values = Mutex<[Slot: [UInt8]]>([:])
    }

    private let shards = (0..<16).map { _ in Shard() }
    private let positions = Mutex<[String: InputPosition]>([:])

    /// Makes an empty store.
    public init() {}

    /// The bytes that were saved last, or nil.
    public func load(script: String, key: String) -> [UInt8]? {
        let slot = Slot(script: script, key: key)
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
            let slot = Slot(script: change.script, key: change.key)
            shard(of: slot).values.withLock { $0[slot] = change.value }
        }
        if let position { positions.withLock { $0[position.log] = position } }
    }

    /// How far a log was read when its position was saved last.
    public func position(of log: String) -> InputPosition? {
        positions.withLock { $0[log] }
    }

    private func shard(of slot: Slot) -> Shard {
        shards[Int(UInt(bitPattern: slot.hashValue) % UInt(shards.count))]
    }
}

/// A script and a key, compared byte by byte as a file does: strings alone would take two
/// spellings of the same accented letter for one key.
private struct Slot: Hashable {
    var script: String
    var key: String

    static func == (one: Slot, other: Slot) -> Bool {
        sameBytes(one.key, other.key) && sameBytes(one.script, other.script)
    }

    private static func sameBytes(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        var one = one
        var other = other
        return one.withUTF8 { one in
            other.withUTF8 { other in
                guard let first = one.baseAddress, let second = other.baseAddress else {
                    return true
                }
                return memcmp(first, second, one.count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        for text in [script, key] {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            hasher.combine(0xFF as UInt8)
        }
    }
}
