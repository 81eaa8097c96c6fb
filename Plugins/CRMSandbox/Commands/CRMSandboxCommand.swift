import Arguments
import CRMSandboxPlugin
package import PeriluneCommandKit
import PeriluneCore
import PeriluneHTTP
import Synchronization

/// Runs a sandbox.
package let crmSandboxAction: Action = Action(
    command: Command(
        name: "crm sandbox", summary: "Run a local CRM server for testing",
        discussion: [
            "Serves a complete organization from one SQLite file: SOAP, Web API, OData v2, webhooks and sign-in. Without --database the data is in memory and lost on exit. A new organization contains sample accounts, contacts, leads and more; --empty omits them.",
            "A webhook is ENTITY.MESSAGE=URL, such as lead.update=http://127.0.0.1:8080/webhooks/dev; * stands for any entity or message. With the prefix sync: the receiver may reject the operation. The request contains the pre-image and the post-image under the name image.",
            "A failed delivery is reported on standard error and as a row of asyncoperations.",
            "With --auth every request requires a token. There is one user, dev@sandbox.local with the password 'sandbox', and one application, perilune-dev with the secret 'sandbox-secret'.",
        ],
        options: [
            .value(
                "listen", short: "l", "HOST:PORT", default: "127.0.0.1:8180",
                "The address to listen on; port 0 picks a free port."),
            .value(
                "database", "FILE", accepts: .file, default: "in memory",
                "Store the organization in this SQLite file."),
            .value(
                "webhook", "SPEC", isRepeatable: true,
                "Call a URL on an operation: [sync:]ENTITY.MESSAGE=URL."),
            .value(
                "webhook-timeout", "SECONDS", accepts: .integer(1...600), default: "60",
                "Timeout of a webhook call."),
            .toggle("auth", "Require a token for every request."),
            .toggle("anonymous", "Accept requests from the network without a token."),
            .toggle("limits", "Enforce CRM's service protection limits (status 429)."),
            .toggle("empty", "Create a new organization without sample records."),
            .toggle("verbose", short: "v", "Log each request and each webhook call."),
            .value(
                "certificate", "FILE", accepts: .file, default: "none",
                "Serve HTTPS with this certificate chain (PEM)."),
            .value(
                "key", "FILE", accepts: .file, default: "none",
                "The private key of the certificate (PEM)."),
            .value(
                "allow-host", "NAME", isRepeatable: true, default: "addresses and localhost",
                "A name in the Host header that the sandbox accepts from clients without a token; *.example.com for all names below it, * for any."
            ),
            .value(
                "allow-origin", "ORIGIN", isRepeatable: true, default: "none",
                "The origin of web pages that may send requests, such as https://app.example.com."),
        ],
        examples: [
            Example(
                "perilune crm sandbox --webhook 'lead.update=http://127.0.0.1:8080/webhooks/dev'",
                "Run a sandbox that sends every changed lead to 'perilune serve'."),
            Example(
                "curl http://127.0.0.1:8180/api/data/v9.2/accounts?\\$select=name",
                "Query the accounts while 'perilune crm sandbox' is running."),
        ]),
    run: runSandbox)

@Sendable
private func runSandbox(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    var options = HTTPServerOptions()
    (options.address, options.port) = try ListenOptions.address(
        values.string("listen") ?? "127.0.0.1:8180", program: "perilune crm sandbox")
    options.bodyLimit = { _ in 64 << 20 }
    if !options.isLocal, !values.flag("auth"), !values.flag("anonymous") {
        throw UsageError(
            .invalidValue,
            "on \(options.address) anybody on the network could change every record; add --auth to require a token, or --anonymous to allow it",
            program: "perilune crm sandbox")
    }
    try ListenOptions.check(
        hosts: values.strings("allow-host"), origins: values.strings("allow-origin"),
        program: "perilune crm sandbox")
    let webhooks = try webhooks(values, terminal)
    switch (values.string("certificate"), values.string("key")) {
    case (let file?, let key?): options.certificate = .init(file: file, keyFile: key)
    case (nil, nil): break
    default:
        throw UsageError(
            .missingValue, "--certificate and --key must be given together",
            program: "perilune crm sandbox")
    }
    let scheme = options.certificate == nil ? "http" : "https"
    let signals = StopSignals()
    let host = options.host
    // Certificates name hosts, not addresses.
    let name = host == "127.0.0.1" || host == "[::1]" ? "localhost" : host
    // Links contain the port, which is known only after listening; so the handler is set later.
    let handler = DeferredHandler()
    DescriptorLimit.raise()
    let server = try HTTPServer(options, handler: handler)
    let sandbox = try Sandbox(
        values, webhooks, terminal,
        baseURL: scheme == "https" ? "https://\(name):\(server.port)" : nil)
    handler.set(sandbox.server)
    sandbox.greet(
        url: "\(scheme)://\(scheme == "https" ? name : host):\(server.port)", terminal)
    await signals.first()
    await server.shutdown(grace: .seconds(5))
    return .success
}

/// Registers the webhooks, before the server listens.
private func webhooks(
    _ values: Values, _ terminal: Terminal
) throws -> WebhookDelivery.Options {
    var options = WebhookDelivery.Options()
    for specification in values.strings("webhook") {
        do throws(PeriluneError) {
            options.registrations.append(try WebhookRegistration(specification))
        } catch {
            throw UsageError(
                .invalidValue,
                "--webhook: \(error.message)" + (error.hint.map { "; \($0)" } ?? ""),
                program: "perilune crm sandbox")
        }
    }
    if let seconds = values.integer("webhook-timeout") { options.timeout = .seconds(seconds) }
    let isVerbose = values.flag("verbose")
    options.report = { report in
        if isVerbose || report.failure != nil { terminal.info("\(report)\n") }
    }
    return options
}

/// Answers that it is not ready until the organization is open.
private final class DeferredHandler: HTTPHandler {
    private let handler = Mutex<(any HTTPHandler)?>(nil)

    func set(_ handler: any HTTPHandler) { self.handler.withLock { $0 = handler } }

    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        guard let handler = handler.withLock(\.self) else {
            return respond(HTTPResponse(503, headers: [("Retry-After", "1")]))
        }
        handler.handle(request, respond)
    }
}

/// A running sandbox: an organization and its server.
private struct Sandbox {
    let server: SandboxServer
    private let needsToken: Bool

    /// `baseURL` is only there where links cannot follow the request: over TLS.
    init(
        _ values: Values, _ webhooks: WebhookDelivery.Options, _ terminal: Terminal,
        baseURL: String?
    ) throws(PeriluneError) {
        var organizationOptions = OrganizationOptions()
        organizationOptions.seedsData = !values.flag("empty")
        organizationOptions.deliver(try WebhookDelivery(webhooks))
        let organization = try Organization(
            path: values.string("database") ?? ":memory:", options: organizationOptions)
        let now = organizationOptions.now
        needsToken = values.flag("auth")
        var options = SandboxServer.Options(
            OAuthService(isSecure: baseURL != nil, now: now), now: now)
        options.requiresToken = needsToken
        options.hosts = values.strings("allow-host")
        options.origins = values.strings("allow-origin")
        if values.flag("limits") { options.protection = ServiceProtection(now: now) }
        if values.flag("verbose") { options.log = { terminal.info("\($0)\n") } }
        server = SandboxServer.standard(organization, options, baseURL: baseURL)
    }

    /// Prints the address of the sandbox and the next steps.
    func greet(url: String, _ terminal: Terminal) {
        var text = """
            a sandbox CRM is at \(url)

            """
        if needsToken {
            text += """
                a token:   curl -s \(url)/oauth2/token -d grant_type=client_credentials -d client_id=perilune-dev -d client_secret=sandbox-secret

                """
        } else {
            text += """
                accounts:  curl -s '\(url)/api/data/v9.2/accounts?$select=name&$top=3'
                a lead:    curl -s \(url)/api/data/v9.2/leads -H 'Content-Type: application/json' -d '{"subject":"A hot lead","leadqualitycode":1}'

                """
        }
        terminal.info(text + "WSDL:      \(url)/XRMServices/2011/Organization.svc?wsdl\n")
    }
}
