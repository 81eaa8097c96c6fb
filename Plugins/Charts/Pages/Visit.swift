import PeriluneCore

/// A visitor's view of a dashboard.
///
/// A visitor sees the shared session, which scripts act on, until their first action. Then they have a session of
/// their own, which begins as the shared one is.
actor Visit {
    /// The last part of the source of the visitor's events; not a secret.
    nonisolated let id: String
    nonisolated let notifier = ChangeNotifier()
    private let shared: Session
    /// The name of the dashboard.
    nonisolated var name: String { shared.name }
    private let user: String?
    private var own: Session?
    private var past: [SessionState] = []
    private var future: [SessionState] = []
    /// The views that the visitor has seen, by version, to find later changes.
    private var seen: [(version: Int, view: View)] = []

    /// The data from which panels are drawn.
    struct View: Sendable, Hashable {
        var state: SessionState
        var refreshes: Int
        /// The version of the dashboard.
        var version: Int
    }

    private static let mostSteps = 100
    private static let mostSeen = 16
    /// The maximum size of a state, and of all states kept for undo, in bytes.
    private static let (largest, largestPast) = (1 << 20, 4 << 20)

    init(id: String, user: String? = nil, shared: Session) {
        self.id = id
        self.user = user
        self.shared = shared
        shared.observers.add(id) { [notifier] in notifier.notify() }
        shared.rows.observers.add(id) { [notifier] in notifier.notify() }
    }

    deinit {
        shared.observers.remove(id)
        shared.rows.observers.remove(id)
    }

    /// What the visitor sees.
    ///
    /// A user has rows of their own, and so a session of their own from the beginning.
    var session: Session {
        get async { if user == nil { own ?? shared } else { await ownSession() } }
    }

    /// The shared view of visitors who have not acted; `nil` if this one has another view.
    var common: View? {
        get async {
            guard user == nil, own == nil else { return nil }
            return View(
                state: await shared.state, refreshes: shared.rows.refreshes,
                version: shared.content.version)
        }
    }

    var canUndo: Bool { !past.isEmpty }
    var canRedo: Bool { !future.isEmpty }

    /// Performs actions in the visitor's session, as one step of undo, until one is rejected.
    ///
    /// - Throws: The error of an action; those before it were performed.
    func perform(_ actions: [ChartAction], on item: String) async throws -> Session.Attempt {
        let session = await ownSession()
        let before = await session.state
        try checkSize(of: before, for: actions)
        var attempt = Session.Attempt.unchanged
        do {
            for action in actions {
                attempt = try await session.attempt(action, on: item)
                if case .rejected = attempt { break }
            }
        } catch {
            await remember(before, unlessIn: session)
            throw error
        }
        await remember(before, unlessIn: session)
        return attempt
    }

    /// Performs an action that was done elsewhere; scripts cannot reject it.
    func apply(_ action: ChartAction, on item: String) async throws(PeriluneError) {
        let session = await ownSession()
        let before = await session.state
        try checkSize(of: before, for: [action])
        try await session.checkNames(of: action, on: item)
        try await session.apply(action, to: item)
        await remember(before, unlessIn: session)
    }

    /// Restores a saved state.
    func restore(_ saved: Value) async throws {
        let session = await ownSession()
        let before = await session.state
        try await session.restore(saved)
        await remember(before, unlessIn: session)
    }

    /// Undoes the last step.
    func undo() async {
        guard let last = past.popLast() else { return }
        let session = await ownSession()
        future.append(await session.state)
        await session.set(last)
    }

    /// Redoes the step that was undone last.
    func redo() async {
        guard let next = future.popLast() else { return }
        let session = await ownSession()
        past.append(await session.state)
        await session.set(next)
    }

    /// The current version, and the current view with the one at an earlier version.
    func views(since version: Int?) async -> (version: Int, now: View, before: View?) {
        // The version first: a change in between is reported twice rather than missed.
        let current = notifier.version
        let session = await session
        await session.fit()
        let now = View(
            state: await session.state, refreshes: shared.rows.refreshes,
            version: shared.content.version)
        let before = seen.last { $0.version == version }?.view
        if seen.last?.version != current { seen.append((current, now)) }
        if seen.count > Self.mostSeen { seen.removeFirst() }
        return (current, now, before)
    }

    /// A reset is allowed in any case, since it makes the state smaller.
    private func checkSize(
        of state: SessionState, for actions: [ChartAction]
    ) throws(PeriluneError) {
        guard state.size > Self.largest, actions != [.reset] else { return }
        throw PeriluneError(
            "charts.state", "too much is selected in this dashboard", hint: "reset it")
    }

    /// Stores a state for undo, unless nothing has changed.
    private func remember(_ state: SessionState, unlessIn session: Session) async {
        guard await session.state != state else { return }
        past.append(state)
        if past.count > Self.mostSteps { past.removeFirst() }
        var size = past.reduce(0) { $0 + $1.size }
        while size > Self.largestPast, past.count > 1 { size -= past.removeFirst().size }
        future = []
    }

    private func ownSession() async -> Session {
        if let own { return own }
        let copy = await shared.copy(id: id, user: user)
        // Another action may have come first.
        if let own { return own }
        own = copy
        shared.observers.remove(id)
        copy.observers.add(id) { [notifier] in notifier.notify() }
        return copy
    }
}
