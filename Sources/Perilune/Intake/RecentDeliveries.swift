internal import PeriluneCore
internal import Synchronization

/// The identities of recent deliveries, for a host without a store.
final class RecentDeliveries: Sendable {
    private struct Sets {
        var current: Set<Key> = []
        var older: Set<Key> = []
    }

    private struct Key: Hashable {
        let source: ByteString
        let identity: ByteString
    }

    private let sets = Mutex(Sets())
    private let limit: Int

    /// Remembers between half and all of `limit`.
    init(limit: Int) { self.limit = max(2, limit) }

    /// Whether a delivery is new; it is remembered from then on.
    func insert(_ identity: String, from source: String) -> Bool {
        let delivery = Key(source: ByteString(source), identity: ByteString(identity))
        return sets.withLock { sets in
            if sets.older.contains(delivery) || !sets.current.insert(delivery).inserted {
                return false
            }
            if sets.current.count >= limit / 2 {
                sets.older = sets.current
                sets.current = []
            }
            return true
        }
    }
}
