internal import Synchronization

/// The delegate that a worker is calling, readable from other threads.
package final class CurrentDelegate: Sendable {
    private let delegateIndex = Atomic(-1)
    private let names = Mutex<[String]>([])

    package init() {}

    /// Sets the bus whose delegates the worker calls.
    package func use(_ bus: Bus) {
        let delegates = bus.delegates.indices.map(bus.name(of:))
        names.withLock { $0 = delegates }
    }

    func set(_ delegateIndex: Int) { self.delegateIndex.store(delegateIndex, ordering: .relaxed) }

    /// The delegate that was called last; `nil` if it was a default handler, or none was called
    /// yet.
    package var name: String? {
        let delegateIndex = delegateIndex.load(ordering: .relaxed)
        return names.withLock { $0.indices.contains(delegateIndex) ? $0[delegateIndex] : nil }
    }
}
