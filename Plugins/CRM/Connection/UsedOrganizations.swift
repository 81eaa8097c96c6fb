import PeriluneCore
import Synchronization

/// The connections and the webhook credentials of organizations, which can be replaced while a host runs.
final class UsedOrganizations: Sendable {
    private struct State {
        var connections: [String: UsedConnection] = [:]
        var authentications: [String: WebhookAuthentication] = [:]
    }

    private let state = Mutex(State())

    /// The organization as scripts see it, by the connection in use.
    func connect(
        _ name: String, _ connection: CRMConnection
    ) throws(PeriluneError) -> ScriptOrganization {
        let used = try state.withLock { (state) throws(PeriluneError) in
            if let used = state.connections[name] { return used }
            let used = UsedConnection(connection, try connection.organization(named: name))
            state.connections[name] = used
            return used
        }
        return ScriptOrganization(name, client: used, schema: used)
    }

    /// How senders of webhooks authenticate; read at each request.
    func authentication(
        _ name: String, _ options: WebhookOptions
    ) -> @Sendable () -> WebhookAuthentication {
        { [self] in state.withLock { $0.authentications[name] } ?? options.authentication }
    }

    /// Replaces the credentials of webhooks; `initial` are those of the start.
    ///
    /// - Returns: Whether they have changed.
    func replaceAuthentication(
        _ name: String, _ next: WebhookAuthentication, initial: WebhookAuthentication
    ) -> Bool {
        state.withLock { $0.authentications.updateValue(next, forKey: name) ?? initial } != next
    }

    /// A client for another connection; `nil` if the connection is the one in use.
    func prepare(
        _ name: String, _ next: CRMConnection
    ) throws(PeriluneError) -> ScriptOrganization? {
        guard let used = state.withLock({ $0.connections[name] }), used.connection != next else {
            return nil
        }
        return try next.organization(named: name)
    }

    /// Sets the connection that later requests use.
    func replaceConnection(_ name: String, _ next: CRMConnection, _ client: ScriptOrganization) {
        state.withLock { $0.connections[name] }?.replace(next, client)
    }
}

/// The current connection of an organization; started requests keep the one that they began with.
private final class UsedConnection: CRMClient, SchemaSource {
    private let current: Mutex<(connection: CRMConnection, organization: ScriptOrganization)>

    init(_ connection: CRMConnection, _ organization: ScriptOrganization) {
        current = Mutex((connection, organization))
    }

    var connection: CRMConnection { current.withLock(\.connection) }

    func replace(_ connection: CRMConnection, _ organization: ScriptOrganization) {
        current.withLock { $0 = (connection, organization) }
    }

    func execute(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        try await current.withLock(\.organization).client.execute(request)
    }

    func schema() async throws(CRMError) -> Schema {
        try await current.withLock(\.organization).schema.schema()
    }
}
