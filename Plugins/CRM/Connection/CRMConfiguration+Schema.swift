package import PeriluneCore
package import PeriluneFiles

extension CRMConfiguration: PluginConfiguration {
    /// The member of `plugins` and the option `--crm`.
    package static let section = "crm"
    /// Completes "A JSON file with …" in the help.
    package static let contents =
        "CRM organizations that scripts can call and that send webhooks"
    /// The code of errors in the settings.
    package static let errorCode: PeriluneError.Code = "crm.configuration"
    /// The variable that configures one organization if neither the option nor the table is set.
    package static let environmentVariable: String? = "CRM_URL"

    /// One organization with the name `crm`, from `CRM_URL` and the other variables of its name; `nil` without `CRM_URL`.
    package static func fromEnvironment() throws(PeriluneError) -> CRMConfiguration? {
        try CRMConfiguration(environmentAs: section)
    }

    /// The settings of `plugins.crm`, and of the file of `--crm`.
    package static let schema = SettingsSchema([
        .init(
            "organizations", .list(organizationSchema), isRequired: true,
            "The organizations that scripts can call and that send webhooks.")
    ])

    private static let organizationSchema = SettingsSchema([
        .init("name", .text, isRequired: true, "The name that scripts and webhooks use."),
        .init("url", .text, "The address of the organization; without it, scripts cannot call it."),
        .init(
            "transport", .choice(of: CRMConnection.Transport.self),
            "The protocol; `webapi` by default."),
        .init(
            "auth", .object(authSchema),
            "How to sign in; without it, requests are sent without a token."),
        .init(
            "webhooks", .object(webhookSchema),
            "Accepts webhooks at `/webhooks/NAME`; without it, none are accepted."),
        .init("timeout", .number(1...3600), "Timeout of a request, in seconds; 120 by default."),
        .init(
            "concurrency", .number(1...1000),
            "Maximum number of concurrent requests; 52 by default."
        ),
        .init("attempts", .number(1...20), "Attempts for a request; 6 by default."),
        .init(
            "caFile", .file,
            "A PEM file with the certificate authorities to trust, instead of the system's."),
    ])

    private static let authSchema = SettingsSchema([
        .init("client", .text, isRequired: true, "The client id."),
        .init(
            "grant", .choice(of: OAuthOptions.GrantName.self),
            "The kind of sign-in; `browser` by default."),
        .init("secret", .secret, "The secret of the client, for `client-credentials`."),
        .init("user", .text, "The user, for `password`."),
        .init("password", .secret, "The password, for `password`."),
        .init(
            "authority", .text,
            "The address of the token authority; by default, the organization names it."),
        .init(
            "version", .choice(of: OAuthOptions.Version.self),
            "The version of the token endpoint; `v2` by default."),
        .init(
            "cacheFolder", .file,
            "The folder in which tokens are kept; `~/.cache/perilune/tokens` by default."),
    ])

    private static let webhookSchema = SettingsSchema([
        .init("key", .secret, "The webhook key, which the sender sends in the parameter `code`."),
        .init("headers", .secrets, "Headers that the sender must send, with their values."),
        .init("query", .secrets, "Parameters that the sender must send, with their values."),
        .init(
            "bodyLimit", .number(1...(64 << 20)),
            "Maximum size of a body, in bytes; 1048576 by default."),
        .init(
            "abortsOnFailure", .flag,
            "Whether a synchronous operation is aborted if a script fails or is too slow; `false` by default."
        ),
        .init(
            "complete", .flag,
            "Whether the record is retrieved before scripts get an event that CRM truncated; `false` by default."
        ),
    ])
}
