import PeriluneCore
import Synchronization

/// The definition of a dashboard and its source of rows, shared by a session and its copies until the file changes.
final class SessionContent: Sendable {
    private struct State {
        var dashboard: Dashboard
        var queries: any QuerySource
        var version = 0
        var problems: [Problem]?
        var rows: RowDirectory?
    }

    /// A problem with the file of the dashboard.
    struct Problem: Sendable, Hashable {
        /// The name of the item that it belongs to, if that is known.
        var item: String?
        var text: String
    }

    private let state: Mutex<State>

    init(_ dashboard: Dashboard, _ queries: any QuerySource) {
        state = Mutex(State(dashboard: dashboard, queries: queries))
    }

    var dashboard: Dashboard { state.withLock(\.dashboard) }
    var queries: any QuerySource { state.withLock(\.queries) }
    /// The number of times the dashboard was replaced.
    var version: Int { state.withLock(\.version) }
    /// Issues of the current version of the file; `nil` without `--watch`.
    var problems: [Problem]? {
        get { state.withLock(\.problems) }
        set { state.withLock { $0.problems = newValue } }
    }

    /// Connects the provider of rows for queries that the source itself cannot answer.
    func connect(_ rows: RowDirectory) {
        let queries = state.withLock { state in
            state.rows = rows
            return state.queries
        }
        queries.connect(rows)
    }

    /// Connects the rows of the current source to the source that will replace it.
    func connectRows(to queries: any QuerySource) {
        if let rows = state.withLock(\.rows) { queries.connect(rows) }
    }

    func replace(_ dashboard: Dashboard, _ queries: any QuerySource) {
        state.withLock { state in
            (state.dashboard, state.queries) = (dashboard, queries)
            state.version += 1
        }
    }
}
