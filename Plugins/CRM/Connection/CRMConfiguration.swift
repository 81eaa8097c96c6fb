import Glibc
public import PeriluneCore
package import PeriluneFiles
import PeriluneJSON

/// The organizations that a JSON file describes.
///
/// ```json
/// {"organizations": [{
///   "name": "contoso", "url": "https://contoso.crm.dynamics.com", "transport": "webapi",
///   "auth": {"grant": "client-credentials", "client": "…", "secret": "env:CRM_SECRET"},
///   "webhooks": {"headers": {"X-Key": "file:/run/secrets/hook"}}
/// }]}
/// ```
///
/// A name that is not known is an error: a setting that is misspelled would otherwise be lost in silence.
/// Secrets are named by where they are kept, `env:NAME`, `file:PATH` or `credential:NAME`.
public struct CRMConfiguration: Sendable {
    /// In the order of the file.
    public var organizations: [CRM.Organization]

    /// Reads a file.
    public init(file: String) throws(PeriluneError) { try self.init(settingsFile: file) }

    /// Reads JSON.
    public init(json: [UInt8]) throws(PeriluneError) {
        try self.init(settings: json)
    }

    /// Reads values of the same names from anywhere.
    package init(_ value: Value, of source: SettingsSource) throws(PeriluneError) {
        let root = try Settings(value, Self.schema, of: source)
        guard try !root.list("organizations").isEmpty else {
            throw PeriluneError(
                "crm.configuration", "no organizations are configured", at: source.place(""),
                hint: #"write {"organizations": [{"name": "dev", "url": "http://127.0.0.1:8180"}]}"#
            )
        }
        organizations = try root.list("organizations").map { settings throws(PeriluneError) in
            try CRM.Organization(settings)
        }
        var names: Set<String> = []
        for organization in organizations where !names.insert(organization.name).inserted {
            throw PeriluneError(
                "crm.configuration", "duplicate organization '\(organization.name)'")
        }
    }

    /// One organization from the environment: `CRM_URL`, `CRM_TRANSPORT`, `CRM_CLIENT`, `CRM_SECRET`,
    /// `CRM_USER`, `CRM_PASSWORD`, `CRM_AUTHORITY`; `nil` if there is no `CRM_URL`.
    public init?(environmentAs name: String) throws(PeriluneError) {
        guard let url = Self.variable("CRM_URL") else { return nil }
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
            throw PeriluneError(
                "crm.configuration", "CRM_URL must begin with https:// or http://")
        }
        var connection = CRMConnection(url: url)
        if let text = Self.variable("CRM_TRANSPORT") {
            connection.transport = try Settings.choice(
                text, at: "CRM_TRANSPORT", code: "crm.configuration")
        }
        let client = Self.variable("CRM_CLIENT")
        let authority = Self.variable("CRM_AUTHORITY")
        if let client, let secret = Self.variable("CRM_SECRET") {
            connection.authentication = OAuthOptions(
                client: client, grant: .clientCredentials(secret: Secret(secret)),
                authority: authority)
        } else if let client, let user = Self.variable("CRM_USER"),
            let password = Self.variable("CRM_PASSWORD")
        {
            connection.authentication = OAuthOptions(
                client: client, grant: .password(user: user, password: Secret(password)),
                authority: authority)
        } else if let name = ["CRM_CLIENT", "CRM_SECRET", "CRM_USER", "CRM_PASSWORD"].first(
            where: { Self.variable($0) != nil })
        {
            throw PeriluneError(
                "crm.configuration", "\(name) alone is not enough to sign in",
                hint: "set CRM_CLIENT with CRM_SECRET, or CRM_CLIENT with CRM_USER and CRM_PASSWORD"
            )
        }
        organizations = [CRM.Organization(name, webhooks: nil, connection: connection)]
    }

    /// The default folder for tokens.
    static var cacheFolder: String? {
        if let folder = variable("XDG_CACHE_HOME") { return folder + "/perilune/tokens" }
        return variable("HOME").map { $0 + "/.cache/perilune/tokens" }
    }

    private static func variable(_ name: String) -> String? {
        let text = unsafe getenv(name).map { unsafe String(cString: $0) }
        return text?.isEmpty == false ? text : nil
    }
}
