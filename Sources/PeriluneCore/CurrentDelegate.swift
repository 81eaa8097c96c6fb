internal import Synchronization

/// Which delegate a worker asks, for those who watch the worker from another thread.
package final class CurrentDelegate: Sendable {
    private let seat = Atomic(-1)
    private let names = Mutex<[String]>([])

    package init() {}

    /// The worker asks the delegates of this bus from now on.
    package func use(_ bus: Bus) {
        let delegates = bus.delegates.indices.map(bus.name(of:))
        names.withLock { $0 = delegates }
    }

    func set(_ seat: Int) { self.seat.store(seat, ordering: .relaxed) }

    /// The delegate that was asked last; `nil` where a default handler was, or nobody yet.
    package var name: String? {
        let seat = seat.load(ordering: .relaxed)
        return names.withLock { $0.indices.contains(seat) ? $0[seat] : nil }
    }
}
