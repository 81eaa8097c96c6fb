import Synchronization

/// Observers of changes of a session, by name.
package final class SessionObservers: Sendable {
    private let observers = Mutex<[String: @Sendable () -> Void]>([:])

    func add(_ name: String, _ observer: @escaping @Sendable () -> Void) {
        observers.withLock { $0[name] = observer }
    }

    func remove(_ name: String) { observers.withLock { $0[name] = nil } }

    func notify() {
        for observer in observers.withLock({ Array($0.values) }) { observer() }
    }
}
