internal import PeriluneCore
internal import PeriluneHTTP
internal import Synchronization

/// The bearer token that senders of CloudEvents must show, if one is required; it can be replaced.
final class SenderToken: Sendable {
    /// Whether a token is required.
    let isRequired: Bool
    private let current: Mutex<[UInt8]>

    init(_ token: [UInt8]?) {
        isRequired = token != nil
        current = Mutex(token ?? [])
    }

    /// Replaces the token; returns whether it is another one.
    func replace(_ next: [UInt8]) -> Bool {
        guard isRequired else { return false }
        return current.withLock { current in
            if current == next { return false }
            current = next
            return true
        }
    }

    /// Refuses a request that does not show the token, where one is needed.
    func check(_ request: HTTPRequest) throws(PeriluneError) {
        guard isRequired else { return }
        let scheme = "Bearer "
        let given = request.headers["authorization"] ?? ""
        guard given.prefix(scheme.count).lowercased() == scheme.lowercased(),
            isEqualInConstantTime(
                Array(given.utf8.dropFirst(scheme.utf8.count)), current.withLock(\.self))
        else {
            throw PeriluneError(
                "http.unauthorized", "missing or invalid bearer token",
                hint:
                    "send 'Authorization: Bearer TOKEN' with the token from the server's token file"
            )
        }
    }
}

extension Intake {
    /// Replaces the token of an intake that requires one.
    ///
    /// - Returns: Whether it is another token.
    package func replaceToken(_ next: [UInt8]) -> Bool { token.replace(next) }
}
