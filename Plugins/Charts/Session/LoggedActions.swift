import PeriluneCore
import PeriluneJSON
import Synchronization

/// Does the actions of `chart.…` events that arrive from outside, in the shared session of the dashboard that they name,
/// or in that of the visitor whose id they have.
///
/// Such an event reports an action done elsewhere, so scripts cannot reject it; they get it afterwards, with its effect.
/// The events of sessions themselves are skipped.
final class LoggedActions: EventDelegate {
    private let sessions: [Session]
    private let visitors: Visitors

    private init(_ sessions: [Session], _ visitors: Visitors) {
        self.sessions = sessions
        self.visitors = visitors
    }

    /// Ahead of all scripts.
    static func delegate(for sessions: [Session], _ visitors: Visitors) -> Delegate {
        Delegate(name: "charts", interests: Interests(types: ["chart.*"]), priority: .max) { _ in
            LoggedActions(sessions, visitors)
        }
    }

    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { true }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Execution {
        guard !commander.isDryRun, let name = event.string(at: "data.dashboard"),
            let session = sessions.first(where: { $0.name == name }),
            !session.isSource(event.source),
            let (action, item) = try session.action(ofEvent: event.json)
        else { return .finished(.pass) }
        guard let id = event.string(at: "data.visitor") else {
            return .suspended(
                try LoggedAction(event.json) { () throws(PeriluneError) in
                    try await session.checkNames(of: action, on: item)
                    try await session.apply(action, to: item)
                })
        }
        guard let visit = visitors.visit(id: id, of: name) else {
            throw PeriluneError(
                "charts.visitor", "the visitor '\(id)' of '\(name)' is unknown, or has left")
        }
        return .suspended(
            try LoggedAction(event.json) { () throws(PeriluneError) in
                try await visit.apply(action, on: item)
            })
    }

    func finish(committed: Bool) {}
}

/// An event that waits until its action is done.
///
/// `wait` runs anywhere, everything else on the worker's thread.
private final class LoggedAction: Suspension, @unchecked Sendable {
    private let content = JSONEvent()
    private let action: @Sendable () async throws(PeriluneError) -> Void
    private let failure = Mutex<PeriluneError?>(nil)

    var event: any EventContent { content }

    init(
        _ json: [UInt8], _ action: @escaping @Sendable () async throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        self.action = action
        try content.read(copy: json)
    }

    func wait() async {
        do throws(PeriluneError) {
            try await action()
        } catch {
            failure.withLock { $0 = error }
        }
    }

    func resume(_ commander: Commander) throws(PeriluneError) -> Execution {
        if let error = failure.withLock({ $0 }) { throw error }
        return .finished(.pass)
    }
}
