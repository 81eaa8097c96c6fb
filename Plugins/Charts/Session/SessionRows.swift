import Synchronization

/// The rows of a dashboard's queries, which the sessions of all visitors share.
final class SessionRows: Sendable {
    private struct State {
        var tables: [QueryRequest: Table] = [:]
        /// The numbers of names, by column.
        var styleNumbers: [String: [String: Int]] = [:]
        var refreshes = 0
    }

    private let state = Mutex(State())
    /// Told when the rows are out of date.
    let observers = SessionObservers()

    /// Tables in memory: each filter and each drill makes one.
    private static let mostKept = 256

    /// How often the rows were asked for anew.
    var refreshes: Int { state.withLock(\.refreshes) }

    func refresh() {
        state.withLock { $0 = State(refreshes: $0.refreshes + 1) }
        observers.notify()
    }

    func table(_ request: QueryRequest) -> Table? { state.withLock { $0.tables[request] } }

    /// Keeps a table, unless a refresh has come since it was asked for.
    func keep(_ table: Table?, for request: QueryRequest, asOf refreshes: Int) {
        state.withLock { state in
            guard state.refreshes == refreshes else { return }
            if state.tables.count >= Self.mostKept { state.tables = [:] }
            state.tables[request] = table
        }
    }

    func styleNumbers(of column: String) -> [String: Int]? {
        state.withLock { $0.styleNumbers[column] }
    }

    func keep(_ numbers: [String: Int], of column: String, asOf refreshes: Int) {
        state.withLock { state in
            guard state.refreshes == refreshes else { return }
            state.styleNumbers[column] = numbers
        }
    }
}
