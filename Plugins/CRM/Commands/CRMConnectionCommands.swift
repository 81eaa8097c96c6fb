import Arguments
import CRMPlugin
import Perilune
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles

/// The options and the operand of commands that speak to an organization.
enum Connecting {
    static let operands = [
        Operand("NAME", .optional, "The organization's name; default: the first one.")
    ]
    static let options: [Option] = [
        .value(
            "config", short: "c", "FILE", accepts: .file,
            default: "crm.json, or plugins.crm in \(Configuration.fileName)",
            "A JSON file with organizations.")
    ]

    /// The organizations of the project, where no file of its own is there.
    private static func project(_ context: any CommandContext) throws -> CRMConfiguration? {
        TextFile.exists(file) ? nil : try context.settings(CRMConfiguration.self)
    }

    private static let file = "crm.json"

    /// The named connection of the file; without a name and a file, the one in the environment.
    static func connection(
        _ values: Values, _ context: any CommandContext
    ) throws -> (name: String, connection: CRMConnection) {
        let name = values.operands.first
        let configuration: CRMConfiguration
        // A name is looked for in the file: the environment would take any.
        if values.string("config") == nil, name == nil || name == "environment",
            let environment = try CRMConfiguration(environmentAs: "environment")
        {
            configuration = environment
        } else if let file = values.string("config") {
            configuration = try CRMConfiguration(file: file)
        } else {
            configuration = try project(context) ?? CRMConfiguration(file: file)
        }
        let found = configuration.organizations.first { name == nil || $0.name == name }
        guard let found else {
            let names = configuration.organizations.map(\.name)
            throw PeriluneError(
                "crm.configuration",
                name.map { "there is no organization '\($0)'" }
                    ?? "no organizations are configured",
                hint: names.isEmpty ? nil : "the organizations are " + names.joined(separator: ", ")
            )
        }
        guard let connection = found.connection else {
            throw PeriluneError(
                "crm.configuration", "the organization '\(found.name)' has no url")
        }
        return (found.name, connection)
    }
}

let crmLoginAction: PluginAction = PluginAction(
    command: Command(
        name: "crm login", summary: "Sign in to a CRM organization",
        discussion: [
            "For connections that sign in with a browser or a device code. The tokens are stored in the connection's cache folder, in files that only you can read, and are renewed until the authority requires a new sign-in."
        ],
        operands: Connecting.operands,
        options: Connecting.options + [.toggle("forget", "Sign out and delete the stored tokens.")],
        examples: [
            Example(
                "perilune crm login contoso -c crm.json",
                "Sign in with the address or code that the command shows.")
        ]),
    run: { values, terminal, context in
        let (name, connection) = try Connecting.connection(values, context)
        guard let provider = connection.tokenProvider(try connection.httpClient()) else {
            throw PeriluneError("crm.login", "the connection '\(name)' does not require signing in")
        }
        if values.flag("forget") {
            try await provider.signOut()
            terminal.info("signed out of \(name)\n")
            return .success
        }
        try await provider.signIn { prompt in
            switch prompt {
            case .open(let url): terminal.info("open this page to sign in:\n  \(url)\n")
            case .enter(let code, let url): terminal.info("open \(url) and enter \(code)\n")
            }
        }
        terminal.info("signed in to \(name)\n")
        return .success
    })

let crmWhoAmIAction: PluginAction = PluginAction(
    command: Command(
        name: "crm whoami", summary: "Show the signed-in user",
        discussion: [
            "Sends the request WhoAmI to test the connection. Without --config the environment describes the connection: CRM_URL, CRM_TRANSPORT, CRM_CLIENT and CRM_SECRET, or CRM_USER and CRM_PASSWORD."
        ],
        operands: Connecting.operands,
        options: Connecting.options + [.toggle("json", "Write JSON.")],
        examples: [
            Example(
                "CRM_URL=http://127.0.0.1:8180 perilune crm whoami",
                "Test the connection to a local sandbox.")
        ]),
    run: { values, terminal, context in
        let (name, connection) = try Connecting.connection(values, context)
        let results: AttributeCollection
        do throws(CRMError) {
            let client = try connecting { () throws(PeriluneError) in try connection.client() }
            results = try await client.execute(OrganizationRequest("WhoAmI")).results
        } catch {
            throw error.error
        }
        let keys = ["UserId", "BusinessUnitId", "OrganizationId"]
        let pairs = keys.compactMap { key -> (String, String)? in
            guard case .guid(let id)? = results[key] else { return nil }
            return (key, id.description)
        }
        if values.flag("json") {
            let value = Value.object(.init(pairs.map { ($0.0, .string($0.1)) }))
            try terminal.write(value.json + "\n")
        } else {
            try terminal.write(
                "\(name): \(connection.url)\n"
                    + pairs.map { "\($0.0) \($0.1)\n" }.joined())
        }
        return .success
    })

private func connecting(
    _ body: () throws(PeriluneError) -> any CRMClient
) throws(CRMError) -> any CRMClient {
    do throws(PeriluneError) { return try body() } catch { throw .failure(error) }
}
