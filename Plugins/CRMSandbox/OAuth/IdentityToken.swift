import CRMPlugin
import PeriluneCore
import PeriluneHTTP

/// Who signed in, for the client to show: an unsigned JSON Web Token, which opens nothing.
struct IdentityToken {
    var issuer: String
    var client: String
    var user: GUID
    var name: String
    /// A value of the client by which it recognizes its own sign-in.
    var nonce: String?
    /// Seconds since 1970.
    var time: Int64
    var lifetime: Int64

    /// The directory that all of a sandbox's users are in.
    private static let tenant = WellKnown.organization.description

    var text: String {
        let header: Value = ["alg": "none", "typ": "JWT"]
        var claims: Value.Members = .init([
            ("aud", .string(client)), ("iss", .string(issuer)), ("iat", .integer(time)),
            ("nbf", .integer(time)), ("exp", .integer(time + lifetime)),
            ("sub", .string(user.description)), ("oid", .string(user.description)),
            ("tid", .string(Self.tenant)), ("preferred_username", .string(name)),
            ("upn", .string(name)), ("unique_name", .string(name)), ("name", .string(name)),
            ("ver", "2.0"),
        ])
        claims["nonce"] = nonce.map { .string($0) }
        return "\(Self.encoded(header)).\(Self.encoded(.object(claims)))."
    }

    /// The value by which MSAL distinguishes accounts.
    var clientInfo: String {
        Self.encoded(["uid": .string(user.description), "utid": .string(Self.tenant)])
    }

    private static func encoded(_ value: Value) -> String {
        Base64.encodeURL(Array(value.json.utf8))
    }
}
