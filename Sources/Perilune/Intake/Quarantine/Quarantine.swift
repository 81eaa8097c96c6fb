internal import Glibc
package import PeriluneCore
internal import PeriluneJSON
package import PeriluneStore

/// The quarantine of a store: events that could not be processed, to be inspected, retried or dropped.
package struct Quarantine: Sendable {
    /// The codes of entries that were too long, of which only the beginning is kept.
    static let cut: Set<PeriluneError.Code> = ["event.size", "socket.size"]

    private let path: String
    private let store: EventStore

    /// Opens an existing store.
    package init(store path: String) throws(PeriluneError) {
        guard unsafe access(path, R_OK) == 0 else {
            throw PeriluneError(
                "file.read", "there is no store at \(path)", at: .init(file: path),
                hint: "use --store FILE to name the store of 'perilune serve' or 'perilune process'"
            )
        }
        self.path = path
        store = try EventStore(path: path)
    }

    /// Passes the chosen events to the body, the oldest first.
    ///
    /// Damaged ones are passed to `damaged`.
    package func entries(
        _ choice: QuarantineChoice, damaged: (PeriluneError) -> Void,
        _ body: (Entry) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        for id in try store.quarantine(choice) {
            do throws(PeriluneError) {
                guard let kept = try store.quarantined(id) else { continue }
                let intents = try kept.event.number.map { (number) throws(PeriluneError) in
                    try store.intents(of: number)
                }
                try body(Entry(kept, intents ?? []))
            } catch {
                guard error.code == .storeRow else { throw error }
                damaged(error)
            }
        }
    }

    /// The identity of the run in the store; empty if there was none.
    package func run() throws(PeriluneError) -> [String: String] { try store.run() }

    /// Deletes events permanently; returns their number.
    package func drop(_ choice: QuarantineChoice) throws(PeriluneError) -> Int {
        let lock = try StoreLock(store: path)
        return try withExtendedLifetime(lock) { () throws(PeriluneError) in
            try store.commit { (store) throws(PeriluneError) in try store.drop(choice) }
        }
    }

    /// Closes the store.
    package func close() { store.close() }
}
