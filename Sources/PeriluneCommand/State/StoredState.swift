import Arguments
import PeriluneCore
import PeriluneStore

/// The state in a store, which a server may be using.
enum StoredState {
    /// Changes the state directly, or through the server that is using the store.
    static func change(
        _ path: String, _ values: Values,
        _ change: (StateContents) throws(PeriluneError) -> StateCounts,
        byServer ask: (ControlClient) async throws(PeriluneError) -> StateCounts
    ) async throws(PeriluneError) -> StateCounts {
        do throws(PeriluneError) {
            let lock = try StoreLock(store: path)
            return try withExtendedLifetime(lock) { () throws(PeriluneError) in
                try change(StateContents(path: path))
            }
        } catch {
            guard error.code == .storeBusy else { throw error }
            return try await ask(
                ControlClient(ControlFile.of(store: path, values), orElse: error))
        }
    }
}

extension ControlClient {
    /// Makes the server change state.
    func changed(_ target: String, _ body: [UInt8]) async throws(PeriluneError) -> StateCounts {
        let answer = try await post(target, body)
        guard let keys = answer["keys"]?.integer, let values = answer["values"]?.integer else {
            throw notAServerError
        }
        return StateCounts(keys: Int(keys), values: Int(values))
    }
}

extension StateCounts {
    /// The counts as text: `101 values of 1 key`.
    var text: String { "\(Counted(values, "value")) of \(Counted(keys, "key"))" }
}
