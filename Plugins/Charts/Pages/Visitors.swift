import PeriluneCore
import PeriluneHTTP
import Synchronization

/// The visitors of dashboards, by the secret in their cookie.
final class Visitors: Sendable {
    fileprivate struct Visitor {
        var id: String
        var user: String?
        var visits: [String: Visit] = [:]
        var used = ContinuousClock.now
        /// Whether the visitor has a session of their own; without an action, it is the shared one.
        var hasActed = false
    }

    fileprivate struct State {
        var visitors: [String: Visitor] = [:]
        /// The secrets by id.
        var secrets: [String: String] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int
    private let idle: Duration

    /// A session with actions is kept for at least this time after the last request, however many visitors come.
    private static let shortest = Duration.seconds(60)

    /// - Parameters:
    ///   - limit: The maximum number of visitors with sessions.
    ///   - idle: How long a session is kept without a request.
    init(limit: Int = 1000, idle: Duration = .seconds(1800)) {
        self.limit = limit
        self.idle = idle
    }

    /// The visit of a known visitor; `nil` if the secret is unknown or belongs to another user.
    func visit(
        _ secret: String?, of session: Session, user: String? = nil, acts: Bool = false
    ) -> Visit? {
        guard let secret else { return nil }
        return state.withLock { state in
            guard var visitor = state.visitors[secret],
                visitor.user.map({ Array($0.utf8) }) == user.map({ Array($0.utf8) })
            else { return nil }
            let visit =
                visitor.visits[session.name]
                ?? Visit(id: visitor.id, user: user, shared: session)
            visitor.visits[session.name] = visit
            visitor.used = .now
            if acts { visitor.hasActed = true }
            state.visitors[secret] = visitor
            return visit
        }
    }

    /// The visit of a known visitor, or of a new one, who gets a secret; `acts` is whether the request is an action.
    ///
    /// - Throws: `charts.visitors` if there are too many.
    func enter(
        _ secret: String?, _ session: Session, user: String? = nil, acts: Bool = false
    ) throws(PeriluneError) -> (visit: Visit, secret: String?) {
        if let visit = visit(secret, of: session, user: user, acts: acts) { return (visit, nil) }
        let begun = try begin(session, user: user, acts: acts)
        return (begun.visit, begun.secret)
    }

    /// Begins the visit of a new visitor.
    ///
    /// - Throws: `charts.visitors` if there are too many.
    func begin(
        _ session: Session, user: String? = nil, acts: Bool = false
    ) throws(PeriluneError) -> (secret: String, visit: Visit) {
        let secret = Base64.encodeURL(try secureRandom(24))
        let id = Hexadecimal.encode(try secureRandom(8))
        let visit = Visit(id: id, user: user, shared: session)
        let isAdmitted = state.withLock { state in
            guard state.makeRoom(limit, idle, Self.shortest) else { return false }
            state.visitors[secret] = Visitor(
                id: id, user: user, visits: [session.name: visit], hasActed: acts)
            state.secrets[id] = secret
            return true
        }
        guard isAdmitted else {
            throw PeriluneError("charts.visitors", "too many visitors; try again in a minute")
        }
        return (secret, visit)
    }

    /// The session that a visitor sees, by the id in the source of an event.
    func visit(id: String, of dashboard: String) -> Visit? {
        state.withLock { state in
            state.secrets[id].flatMap { state.visitors[$0]?.visits[dashboard] }
        }
    }

    /// Whether a page of a dashboard waits for changes.
    func hasWaitingClients(for dashboard: String) -> Bool {
        state.withLock { state in
            state.visitors.values.contains { $0.visits[dashboard]?.notifier.isAwaited == true }
        }
    }

    /// Answers the requests that wait for changes.
    func release() {
        let visits = state.withLock { $0.visitors.values.flatMap(\.visits.values) }
        for visit in visits { visit.notifier.release() }
    }
}

extension Visitors.State {
    /// Forgets visitors who have been away for long, and if there are too many, one more: of those who never acted
    /// the one who has been away longest, else of all.
    fileprivate mutating func makeRoom(
        _ limit: Int, _ idle: Duration, _ shortest: Duration
    ) -> Bool {
        let now = ContinuousClock.now
        for (secret, visitor) in visitors where visitor.used + idle < now { forget(secret) }
        guard visitors.count >= limit else { return true }
        let oldest = visitors.min {
            ($0.value.hasActed ? 1 : 0, $0.value.used) < ($1.value.hasActed ? 1 : 0, $1.value.used)
        }
        guard let oldest, !oldest.value.hasActed || oldest.value.used + shortest < now
        else { return false }
        forget(oldest.key)
        return true
    }

    private mutating func forget(_ secret: String) {
        guard let visitor = visitors.removeValue(forKey: secret) else { return }
        secrets[visitor.id] = nil
        for visit in visitor.visits.values { visit.notifier.release() }
    }
}
