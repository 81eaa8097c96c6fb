internal import PeriluneCore
internal import Synchronization

/// The identities of recent deliveries, for a host without a store.
final class RecentDeliveries: Sendable {
    private struct Sets {
        var current: Set<Key> = []
        var older: Set<Key> = []
    }

    /// A delivery of a source.
    ///
    /// It is hashed eight bytes at a time: identities are long, and looked up for each event.
    private struct Key: Hashable {
        let source: String
        let identity: String

        private static let seed = UInt64.random(in: .min ... .max)

        static func == (one: Self, other: Self) -> Bool {
            one.identity.hasSameBytes(as: other.identity)
                && one.source.hasSameBytes(as: other.source)
        }

        func hash(into hasher: inout Hasher) {
            let bytes = unsafe identity.utf8Span.span.bytes
            var sum = Self.seed ^ UInt64(bytes.byteCount)
            var at = 0
            while at + 8 <= bytes.byteCount {
                unsafe mix(bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self), &sum)
                at += 8
            }
            while at < bytes.byteCount {
                unsafe mix(UInt64(bytes.unsafeLoad(fromByteOffset: at, as: UInt8.self)), &sum)
                at += 1
            }
            hasher.combine(sum)
        }

        private func mix(_ word: UInt64, _ sum: inout UInt64) {
            sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
            sum ^= sum >> 32
        }
    }

    private let sets = Mutex(Sets())
    private let limit: Int

    /// Remembers between half and all of `limit`.
    init(limit: Int) { self.limit = max(2, limit) }

    /// Whether a delivery is new; it is remembered from then on.
    func insert(_ identity: String, from source: String) -> Bool {
        let delivery = Key(source: source, identity: identity)
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
