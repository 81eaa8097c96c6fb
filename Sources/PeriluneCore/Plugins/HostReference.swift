import Synchronization

/// Decides the events that a plugin brings about by itself: the host that it is part of.
package protocol HostBus: AnyObject, Sendable {
    /// Decides an event.
    func decide(_ event: Event) async throws -> Answer

    /// The same for a question that comes up while an event is decided, and that waits for nobody: not for
    /// that event either.
    func answer(_ event: Event) async throws -> Answer
}

/// The way from a plugin to its host, which is made after its plugins.
package final class HostReference: Sendable {
    /// Weak: the host holds its plugins.
    private struct Weak {
        weak var host: (any HostBus)?
    }

    private let reference = Mutex(Weak())

    package init() {}

    /// The host; `nil` before it is there, and when it is gone.
    package var host: (any HostBus)? { reference.withLock { $0.host } }

    /// Says who the host is.
    package func connect(_ host: any HostBus) { reference.withLock { $0.host = host } }
}
