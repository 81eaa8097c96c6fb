internal import PeriluneCore
internal import PeriluneHTTP
internal import Synchronization

/// The bearer token that clients of a server must send, if one is required.
package final class BearerToken: Sendable {
    /// Whether a token is required.
    package let isRequired: Bool
    private let current: Mutex<[UInt8]>

    package init(_ token: [UInt8]?) {
        isRequired = token != nil
        current = Mutex(token ?? [])
    }

    /// Replaces the token; returns whether it differs from the previous one.
    func replace(_ next: [UInt8]) -> Bool {
        guard isRequired else { return false }
        return current.withLock { current in
            if current == next { return false }
            current = next
            return true
        }
    }

    /// Throws if a token is required and the `Authorization` header does not have it.
    ///
    /// With `allowsPassword`, it may also be the password of basic authentication, for browsers; any user name is
    /// accepted.
    func check(
        _ request: HTTPRequest, allowsPassword: Bool = false
    ) throws(PeriluneError) {
        if !isRequired || isShown(by: request, allowsPassword) { return }
        throw PeriluneError(
            "http.unauthorized", "missing or invalid bearer token",
            hint: "send the token of the server's token file as a bearer token")
    }

    private func isShown(by request: HTTPRequest, _ allowsPassword: Bool) -> Bool {
        let token = current.withLock(\.self)
        let given = request.headers["authorization"] ?? ""
        let scheme = given.prefix { $0 != " " }
        let credentials = given.dropFirst(scheme.count + 1)
        switch scheme.lowercased() {
        case "bearer": return isEqualInConstantTime(Array(credentials.utf8), token)
        case "basic" where allowsPassword:
            guard let pair = Base64.decode(credentials),
                let colon = pair.firstIndex(of: UInt8(ascii: ":"))
            else { return false }
            return isEqualInConstantTime(Array(pair[(colon + 1)...]), token)
        default: return false
        }
    }
}

extension Intake {
    /// Replaces the token of an intake that requires one.
    ///
    /// - Returns: Whether it differs from the previous one.
    package func replaceToken(_ next: [UInt8]) -> Bool { token.replace(next) }
}
