public import PeriluneCore

extension CRM {
    /// What another reading of the configuration changes in a plugin that a host uses.
    public struct RereadChanges: Hashable, Sendable {
        /// The organizations with another connection, or other credentials of their webhooks.
        public var changed: [String] = []
        /// The organizations that are new, are gone, or have changed in a way that only a start applies.
        public var needsRestart: [String] = []
    }

    /// Replaces the connections and the webhook credentials by those of a new reading of the configuration.
    ///
    /// Started requests keep their connection. Other settings of an organization stay as they are until a restart.
    ///
    /// - Parameter next: The organizations in the new configuration.
    /// - Returns: The changes.
    /// - Throws: The reason for which a connection cannot be used; then nothing is replaced.
    public func reread(_ next: [Organization]) throws(PeriluneError) -> RereadChanges {
        var rereading = RereadChanges()
        var replacements: [(Organization, CRMConnection, ScriptOrganization)] = []
        for organization in next {
            guard let started = organizations.first(where: { $0.name == organization.name }),
                started.differsOnlyInCredentials(from: organization)
            else {
                rereading.needsRestart.append(organization.name)
                continue
            }
            guard let connection = organization.connection,
                let client = try used.prepare(organization.name, connection)
            else { continue }
            replacements.append((organization, connection, client))
        }
        for organization in organizations
        where !next.contains(where: { $0.name == organization.name }) {
            rereading.needsRestart.append(organization.name)
        }
        for (organization, connection, client) in replacements {
            used.replaceConnection(organization.name, connection, client)
            rereading.changed.append(organization.name)
        }
        for organization in next where !rereading.needsRestart.contains(organization.name) {
            guard let webhooks = organization.webhooks,
                let started = organizations.first(where: { $0.name == organization.name })?
                    .webhooks,
                used.replaceAuthentication(
                    organization.name, webhooks.authentication, initial: started.authentication),
                !rereading.changed.contains(organization.name)
            else { continue }
            rereading.changed.append(organization.name)
        }
        return rereading
    }
}

extension CRM.Organization {
    /// Whether another description differs only in what can be replaced while a host runs: the connection, and the
    /// credentials of webhooks.
    fileprivate func differsOnlyInCredentials(from other: Self) -> Bool {
        guard (connection == nil) == (other.connection == nil) else { return false }
        guard let webhooks, var options = other.webhooks else {
            return webhooks == nil && other.webhooks == nil
        }
        guard webhooks.authentication.isOpen == options.authentication.isOpen else { return false }
        options.authentication = webhooks.authentication
        return options == webhooks
    }
}
