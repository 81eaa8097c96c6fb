public import PeriluneCore

/// Dynamics CRM and Dataverse: webhooks come in as events `crm.<entity>.<message>`.
///
/// Each organization has a name, by which its webhooks (`/webhooks/<name>`), the source of its events
/// (`crm/<name>`) and its connection are known.
public struct CRM: Plugin {
    /// The name of the plugin.
    public let name = "crm"
    /// The organizations that this host knows.
    public let organizations: [Organization]

    /// An organization with a name of your choice.
    public struct Organization: Sendable {
        /// Lower-case letters, digits and dashes: it is part of a path.
        public var name: String
        /// How webhooks are received; `nil` receives none.
        public var webhooks: WebhookOptions?
        /// The client; `nil` if scripts send no requests.
        public var connection: CRMConnection?

        /// Makes an organization.
        public init(
            _ name: String, webhooks: WebhookOptions? = WebhookOptions(),
            connection: CRMConnection? = nil
        ) {
            self.name = name
            self.webhooks = webhooks
            self.connection = connection
        }
    }

    /// The organizations that scripts call, in addition to those with a connection.
    private let clients: [ScriptOrganization]
    /// The organizations in use, as their connections were changed since they were registered.
    let used = UsedOrganizations()

    /// Creates a plugin for these organizations.
    ///
    /// `clients` are organizations with custom clients, such as a sandbox in the same process. Scripts that name no
    /// organization use the first one.
    public init(_ organizations: [Organization] = [], clients: [ScriptOrganization] = []) {
        self.organizations = organizations
        self.clients = clients
    }

    /// The grant that scripts need for the module `crm`.
    static let grant = GrantKind("crm", "Organizations.", scopes: .names)
    /// The grant `crm`.
    public var grantKinds: [GrantKind] { [Self.grant] }

    /// Adds a source for each organization with webhooks, the module `crm` for scripts, and the organizations as
    /// providers of rows for FetchXML.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        registry.add(
            EventType("crm.*", "A webhook reported a change of a record, such as crm.lead.update."))
        var reachable = clients
        for organization in organizations {
            guard let connection = organization.connection else { continue }
            reachable.append(try used.connect(organization.name, connection))
        }
        try registry.add(CRMModule.module(reachable, pictures: registry.views.taken))
        if !reachable.isEmpty { registry.rows.add(FetchRows(reachable)) }
        for organization in organizations {
            try Self.check(name: organization.name)
            if let options = organization.webhooks {
                let client = reachable.first { $0.name == organization.name }
                try registry.add(
                    .webhooks(
                        of: organization.name, options, changes: client?.changes,
                        authentication: used.authentication(organization.name, options)))
                guard options.completes else { continue }
                guard let client else {
                    throw PeriluneError(
                        "crm.configuration",
                        "the webhooks of '\(organization.name)' have 'complete' set, but the organization has no connection",
                        hint: "add a url to the organization, or remove complete")
                }
                registry.add(WebhookCompletion.delegate(for: client))
            }
        }
    }

    /// Whether an organization can have this name.
    static func isValid(name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    private static func check(name: String) throws(PeriluneError) {
        guard isValid(name: name) else {
            throw PeriluneError(
                "crm.configuration", "'\(name)' is not a valid name of an organization",
                hint: "use lower-case letters, digits and dashes")
        }
    }
}
