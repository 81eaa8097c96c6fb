public import CRMPlugin
public import PeriluneCore

/// Who may have a token for a sandbox: its users by password, its applications by secret.
public struct OAuthDirectory: Sendable {
    /// People.
    public var users: [User]
    /// The applications that sign in as themselves; all others may act on behalf of a user.
    public var applications: [Application]
    /// The lifetime of an access token in seconds.
    public var lifetime = 3599

    /// A user who can sign in.
    public struct User: Sendable {
        /// The name as typed at sign-in: `dev@sandbox.local`.
        public var name: String
        /// The password.
        public var password: Secret
        /// The record in the organization.
        public var id: GUID

        /// Makes a user.
        public init(_ name: String, password: Secret, id: GUID = WellKnown.administrator) {
            self.name = name
            self.password = password
            self.id = id
        }
    }

    /// An application user.
    public struct Application: Sendable {
        /// The application's identity, as registered.
        public var client: String
        /// The client's secret.
        public var secret: Secret
        /// The record of its user in the organization.
        public var id: GUID

        /// Makes an application.
        public init(_ client: String, secret: Secret, id: GUID = WellKnown.administrator) {
            self.client = client
            self.secret = secret
            self.id = id
        }
    }

    /// A directory.
    public init(users: [User], applications: [Application]) {
        self.users = users
        self.applications = applications
    }

    /// One user and one application for development, both the administrator: what the guide names.
    public static let development = OAuthDirectory(
        users: [User("dev@sandbox.local", password: "sandbox")],
        applications: [Application("perilune-dev", secret: "sandbox-secret")])
}
