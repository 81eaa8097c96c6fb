internal import Synchronization

/// The most recent events, for shadow runs of new versions.
final class RecentEvents: Sendable {
    private struct Ring {
        var events: [[UInt8]] = []
        var next = 0
    }

    private let ring = Mutex(Ring())
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    func add(_ events: [LiveEvent]) {
        ring.withLock { ring in
            for event in events.suffix(limit) {
                if ring.events.count < limit {
                    ring.events.append(event.json)
                } else {
                    ring.events[ring.next] = event.json
                }
                ring.next = (ring.next + 1) % limit
            }
        }
    }

    /// The events, the oldest first.
    var all: [[UInt8]] {
        ring.withLock { ring in
            ring.events.count < limit
                ? ring.events : Array(ring.events[ring.next...] + ring.events[..<ring.next])
        }
    }
}
