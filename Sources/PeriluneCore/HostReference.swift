import Synchronization

/// Decides the events that a plugin brings about by itself: the host that it is part of.
package protocol HostBus: AnyObject, Sendable {
    /// Decides an event.
    ///
    /// - Throws: What a script failed with, too.
    func decide(_ event: Event) async throws -> BusAnswer

    /// The same for a question that comes up while an event is decided, and that waits for nobody: not for
    /// that event either.
    func answer(_ event: Event) async throws -> BusAnswer
}

/// How an event of a plugin ended.
package struct BusAnswer: Sendable {
    package var outcome: Outcome
    /// Why it was rejected.
    package var reason: String?
    /// The values that were emitted.
    package var emitted: [Value]

    package init(_ outcome: Outcome, reason: String? = nil, emitted: [Value] = []) {
        self.outcome = outcome
        self.reason = reason
        self.emitted = emitted
    }
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
