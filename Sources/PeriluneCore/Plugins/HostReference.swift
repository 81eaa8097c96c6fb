import Synchronization

/// The host of a plugin, which processes events that the plugin creates itself.
package protocol EventProcessor: AnyObject, Sendable {
    /// Processes an event.
    func decide(_ event: Event) async throws -> Answer

    /// Processes an event even while another one is being processed.
    ///
    /// Unlike decide(_:), it does not wait for unfinished events of the same key.
    func answer(_ event: Event) async throws -> Answer
}

/// Gives plugins access to their host, which is created after them.
package final class HostReference: Sendable {
    /// Weak: the host holds its plugins.
    private struct Weak {
        weak var host: (any EventProcessor)?
    }

    private let reference = Mutex(Weak())

    package init() {}

    /// The host; `nil` before it is created and after it is gone.
    package var host: (any EventProcessor)? { reference.withLock { $0.host } }

    /// Sets the host.
    package func connect(_ host: any EventProcessor) { reference.withLock { $0.host = host } }
}
