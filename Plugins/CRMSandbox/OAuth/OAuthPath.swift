import CRMPlugin

/// A parsed path of the authority.
struct OAuthPath {
    enum Page {
        case configuration, keys, userRealm, authorize, token, deviceCode, device
    }

    let page: Page
    /// `/common`, or empty.
    let tenant: String
    let version: OAuthOptions.Version

    /// The path after the tenant.
    private static let endings: [(path: String, page: Page, version: OAuthOptions.Version)] = [
        ("/.well-known/openid-configuration", .configuration, .v1),
        ("/v2.0/.well-known/openid-configuration", .configuration, .v2),
        ("/discovery/keys", .keys, .v1), ("/discovery/v2.0/keys", .keys, .v2),
        ("/oauth2/authorize", .authorize, .v1), ("/oauth2/v2.0/authorize", .authorize, .v2),
        ("/oauth2/token", .token, .v1), ("/oauth2/v2.0/token", .token, .v2),
        ("/oauth2/devicecode", .deviceCode, .v1), ("/oauth2/v2.0/devicecode", .deviceCode, .v2),
        ("/oauth2/device", .device, .v1),
    ]

    /// Reads a path; `nil` if it does not belong to the authority.
    init?(_ path: String) {
        let lower = path.lowercased()
        // The longest first: what ends with `/v2.0/…` ends with the rest of it, too.
        for ending in Self.endings.reversed() where lower.hasSuffix(ending.path) {
            let tenant = path.dropLast(ending.path.utf8.count)
            guard Self.isTenant(tenant) else { continue }
            self.init(page: ending.page, tenant: String(tenant), version: ending.version)
            return
        }
        let names = lower.split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 4, names[2] == "userrealm" else { return nil }
        self.init(page: .userRealm, tenant: "/\(names[1])", version: .v1)
    }

    private init(page: Page, tenant: String, version: OAuthOptions.Version) {
        self.page = page
        self.tenant = tenant
        self.version = version
    }

    /// Whether a text is at most one segment, and not the version of the other endpoints.
    private static func isTenant(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        let name = text.dropFirst()
        return text.first == "/" && !name.isEmpty && name.lowercased() != "v2.0"
            && name.utf8.allSatisfy {
                (48...57).contains($0) || (97...122).contains($0 | 0x20) || "-._".utf8.contains($0)
            }
    }
}
