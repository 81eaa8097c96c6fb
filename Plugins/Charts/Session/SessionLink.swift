import PeriluneCore
import Synchronization

/// Connects the sessions of a dashboard with the delegates of a host.
final class SessionLink: Sendable {
    /// The errors that were reported to scripts.
    let errors = ScriptErrors()
    private struct Way {
        var bus: (any EventProcessor)?
        var host: HostReference?
    }

    private let way: Mutex<Way>

    init(_ bus: (any EventProcessor)?) { way = Mutex(Way(bus: bus)) }

    var bus: (any EventProcessor)? { way.withLock { $0.bus ?? $0.host?.host } }

    func connect(_ bus: any EventProcessor) { way.withLock { $0.bus = bus } }

    func connect(_ host: HostReference) { way.withLock { $0.host = host } }
}
