import PeriluneCore
import Synchronization

/// Connects the sessions of a dashboard with the delegates of a host.
final class SessionLink: Sendable {
    /// The errors that were reported to scripts.
    let errors = ScriptErrors()
    private struct Connection {
        var bus: (any EventProcessor)?
        var host: HostReference?
    }

    private let connection: Mutex<Connection>

    init(_ bus: (any EventProcessor)?) { connection = Mutex(Connection(bus: bus)) }

    var bus: (any EventProcessor)? { connection.withLock { $0.bus ?? $0.host?.host } }

    func connect(_ bus: any EventProcessor) { connection.withLock { $0.bus = bus } }

    func connect(_ host: HostReference) { connection.withLock { $0.host = host } }
}
