import PeriluneCore
import PeriluneJSON
import Synchronization

/// Does the actions of `chart.…` events that arrive from outside, in the shared session of the dashboard that they name.
///
/// Such an event says what was done elsewhere, so nobody is asked; scripts get the event afterwards, and see its effect.
/// The events of sessions themselves are skipped.
final class LoggedActions: EventDelegate {
    private let sessions: [Session]

    private init(_ sessions: [Session]) { self.sessions = sessions }

    /// Ahead of all scripts.
    static func delegate(for sessions: [Session]) -> Delegate {
        Delegate(name: "charts", interests: Interests(types: ["chart.*"]), priority: .max) { _ in
            LoggedActions(sessions)
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
        return .suspended(try LoggedAction(event.json, action, item, session))
    }

    func finish(committed: Bool) {}
}

/// An event that waits until its action is done.
///
/// `wait` runs anywhere, everything else on the worker's thread.
private final class LoggedAction: Suspension, @unchecked Sendable {
    private let content = JSONEvent()
    private let action: ChartAction
    private let item: String
    private let session: Session
    private let failure = Mutex<PeriluneError?>(nil)

    var event: any EventContent { content }

    init(
        _ json: [UInt8], _ action: ChartAction, _ item: String, _ session: Session
    ) throws(PeriluneError) {
        self.action = action
        self.item = item
        self.session = session
        try content.read(copy: json)
    }

    func wait() async {
        do throws(PeriluneError) {
            try await session.apply(action, to: item)
        } catch {
            failure.withLock { $0 = error }
        }
    }

    func resume(_ commander: Commander) throws(PeriluneError) -> Execution {
        if let error = failure.withLock({ $0 }) { throw error }
        return .finished(.pass)
    }
}
