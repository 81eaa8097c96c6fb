import Synchronization

/// The rows of a dashboard's queries, which the sessions of all visitors share; each user has their own rows.
final class SessionRows: Sendable {
    private struct State {
        var tables: [Key<QueryRequest>: Table] = [:]
        /// The numbers of names, by column.
        var styleNumbers: [Key<String>: [String: Int]] = [:]
        var refreshes = 0
        /// When the first of the tables was stored.
        var since: ContinuousClock.Instant?
    }

    private struct Key<Part: Hashable & Sendable>: Hashable {
        /// As bytes, because texts with different characters can be equal.
        var user: [UInt8]?
        var part: Part

        init(user: String?, part: Part) {
            self.user = user.map { Array($0.utf8) }
            self.part = part
        }
    }

    private let state = Mutex(State())
    /// Observers that are called when the rows are out of date.
    let observers = SessionObservers()

    /// Tables in memory: each filter and each drill makes one.
    private static let mostKept = 256

    /// The number of times the rows were refreshed.
    var refreshes: Int { state.withLock(\.refreshes) }

    func refresh() {
        state.withLock { $0 = State(refreshes: $0.refreshes + 1) }
        observers.notify()
    }

    /// Drops the rows if any of them is older than this.
    func refresh(ifOlderThan age: Duration) {
        let since = state.withLock(\.since)
        if let since, since.duration(to: .now) > age { refresh() }
    }

    func table(_ request: QueryRequest, of user: String?) -> Table? {
        state.withLock { $0.tables[Key(user: user, part: request)] }
    }

    /// Stores a table, unless a refresh has happened since the query began.
    func keep(_ table: Table?, for request: QueryRequest, of user: String?, asOf refreshes: Int) {
        state.withLock { state in
            guard state.refreshes == refreshes else { return }
            if state.tables.count >= Self.mostKept { state.tables = [:] }
            state.tables[Key(user: user, part: request)] = table
            state.since = state.since ?? .now
        }
    }

    func styleNumbers(of column: String, for user: String?) -> [String: Int]? {
        state.withLock { $0.styleNumbers[Key(user: user, part: column)] }
    }

    func keep(
        _ numbers: [String: Int], of column: String, for user: String?, asOf refreshes: Int
    ) {
        state.withLock { state in
            guard state.refreshes == refreshes else { return }
            if state.styleNumbers.count >= Self.mostKept { state.styleNumbers = [:] }
            state.styleNumbers[Key(user: user, part: column)] = numbers
        }
    }
}
