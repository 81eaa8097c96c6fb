internal import PeriluneCore
internal import PeriluneHTTP

/// The token that clients of a server must send.
struct BearerToken: Sendable {
    private let token: [UInt8]

    init(_ token: [UInt8]) { self.token = token }

    static let missing = PeriluneError(
        "http.unauthorized", "missing or invalid bearer token",
        hint: "send 'Authorization: Bearer TOKEN' with the token from the server's token file")

    /// Whether a request has the token in its `Authorization` header.
    ///
    /// With `allowsPassword` it may also be the password of basic authentication, for which browsers ask; any user
    /// name will do.
    func isShown(by request: HTTPRequest, allowsPassword: Bool = false) -> Bool {
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
