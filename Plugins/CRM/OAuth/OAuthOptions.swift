public import PeriluneCore

/// How a connection gets its tokens.
public struct OAuthOptions: Hashable, Sendable {
    /// The authority, such as `https://login.microsoftonline.com/<tenant>`; `nil` asks the organization for it.
    public var authority: String?
    /// The identity of the application.
    public var client: String
    /// How tokens are obtained.
    public var grant: Grant
    /// The version of the authority's endpoints.
    public var version: Version
    /// The folder in which tokens are stored; `nil` keeps them in memory.
    public var cacheFolder: String?

    /// The ways of obtaining tokens.
    public enum Grant: Hashable, Sendable {
        /// The application itself, a service.
        case clientCredentials(secret: Secret)
        /// A user with a password; public authorities no longer allow it.
        case password(user: String, password: Secret)
        /// A user, who signs in once in a browser on this machine.
        case browser
        /// A user, who signs in once in a browser anywhere.
        case deviceCode

        /// Whether a user must be present.
        var isInteractive: Bool { self == .browser || self == .deviceCode }
    }

    /// The version of an authority's endpoints.
    public enum Version: String, Sendable, CaseIterable {
        /// `oauth2/token` with `resource`: AD FS.
        case v1
        /// `oauth2/v2.0/token` with `scope`.
        case v2
    }

    /// Makes options.
    public init(
        client: String, grant: Grant, authority: String? = nil, version: Version = .v2,
        cacheFolder: String? = nil
    ) {
        self.client = client
        self.grant = grant
        self.authority = authority
        self.version = version
        self.cacheFolder = cacheFolder
    }
}
