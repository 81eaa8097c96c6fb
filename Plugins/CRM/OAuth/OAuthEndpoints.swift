import PeriluneCore

/// The endpoints of an authority.
struct OAuthEndpoints: Hashable, Sendable {
    var authorize: String
    var token: String
    var deviceCode: String

    /// Derives the endpoints of an authority such as `https://login.example.com/<tenant>` or
    /// `https://sts.example.com/adfs`.
    init(authority: String, version: OAuthOptions.Version) {
        var base = authority
        while base.hasSuffix("/") { base.removeLast() }
        let folder = version == .v1 ? "oauth2" : "oauth2/v2.0"
        authorize = "\(base)/\(folder)/authorize"
        token = "\(base)/\(folder)/token"
        deviceCode = "\(base)/\(folder)/devicecode"
    }

    /// The authority that a challenge names.
    ///
    /// `common` accepts accounts of any kind, but an organization only knows those of a directory. Secrets are sent
    /// there, so it must use https unless the organization itself does not.
    static func authority(
        of challenge: OAuthChallenge, organization: String
    ) throws(PeriluneError) -> String {
        let uri = challenge.authorizationURI
        guard uri.hasPrefix("https://") || (uri.hasPrefix("http://") && !isSecure(organization))
        else {
            throw PeriluneError(
                "crm.authority",
                "the organization names an authority that does not use https: \(uri)",
                hint:
                    "if the URL is correct, set auth.authority in the configuration, or CRM_AUTHORITY"
            )
        }
        var authority = uri[...]
        if let query = authority.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            authority = authority[..<query]
        }
        while authority.hasSuffix("/") { authority.removeLast() }
        for ending in ["/oauth2/v2.0/authorize", "/oauth2/authorize"]
        where authority.hasSuffix(ending) {
            authority.removeLast(ending.count)
            break
        }
        if authority.hasSuffix("/common") {
            authority = authority.dropLast("common".count) + "organizations"
        }
        return String(authority)
    }

    private static func isSecure(_ url: String) -> Bool { url.lowercased().hasPrefix("https://") }
}
