internal import PeriluneCore
internal import Synchronization

/// The identities of the last deliveries, for a host that keeps nothing on disk.
final class RecentDeliveries: Sendable {
    private struct Sets {
        var current: Set<ByteString> = []
        var older: Set<ByteString> = []
    }

    private let sets = Mutex(Sets())
    private let limit: Int

    /// Remembers between half and all of `limit`.
    init(limit: Int) { self.limit = max(2, limit) }

    /// Whether it is new; it is not from here on.
    func insert(_ identity: String) -> Bool {
        let identity = ByteString(identity)
        return sets.withLock { sets in
            if sets.older.contains(identity) || !sets.current.insert(identity).inserted {
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
