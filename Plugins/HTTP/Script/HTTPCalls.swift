import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// The requests of scripts: checks the grant, carries out the effect, and returns the answer.
struct HTTPCalls: Sendable {
    private let client: OutboundClient
    private let configuration: HTTPConfiguration
    private let unanswered: (@Sendable (_ effect: String) -> PeriluneError)?

    init(
        _ client: OutboundClient, _ configuration: HTTPConfiguration,
        unanswered: (@Sendable (_ effect: String) -> PeriluneError)?
    ) {
        self.client = client
        self.configuration = configuration
        self.unanswered = unanswered
    }

    func send(_ arguments: [Value], _ call: AsyncHostCall) async throws -> Value? {
        let options = try CallOptions(arguments.first ?? .null, configuration)
        var request = options.request
        let kind = "http.\(request.method.lowercased())"
        // Check this in a dry run too, since the script would be refused.
        _ = try Self.check(request.method, request.target.origin, kind, call)
        let url = Redaction.redact(request.target.url)
        let shown = try Self.shown(options, url)
        if !["GET", "HEAD", "OPTIONS"].contains(request.method),
            request.headers["Idempotency-Key"] == nil
        {
            request.headers["Idempotency-Key"] = try IdempotencyKey.make(
                source: call.source, identity: call.identity)
        }
        if request.headers["traceparent"] == nil {
            request.headers["traceparent"] = call.traceParent
        }
        let once =
            options.isRepeatable ? nil : OnceEffect(ifDone: HTTPAnswer.assumed, canFindOut: false)
        let sent = request
        let answer = try await call.perform(
            kind, .init([("url", .string(url))]), request: shown, once: once
        ) {
            if let unanswered { throw unanswered("\(kind) \(url)") }
            let answer = try await client.send(sent) { method, origin throws(PeriluneError) in
                try Self.check(method, origin, kind, call)
            }
            return HTTPAnswer.value(answer.response, from: answer.target)
        }
        let complete = HTTPAnswer.complete(answer, url: request.target.url)
        call.amend(.init([("status", complete["status"] ?? .null)]))
        return complete
    }

    /// Throws if a request is not granted; returns whether its host is granted by name.
    private static func check(
        _ method: String, _ origin: HTTPOrigin, _ use: String, _ call: AsyncHostCall
    ) throws(PeriluneError) -> Bool {
        let scope = HTTPScope(method, origin)
        guard let granted = call.grants.granted else {
            throw call.grants.refusal(
                of: GrantKind.http.name, scope: scope.description, use: use, script: call.script)
        }
        try call.grants.check(
            .http, scope: scope.description, use: use, script: call.script)
        return granted[GrantKind.http.name]?.contains {
            (try? HTTPScope($0))?.names(origin) == true
        } == true
    }

    /// The request in the ledger: without headers, and the body without its secrets.
    private static func shown(_ options: CallOptions, _ url: String) throws(PeriluneError) -> Value
    {
        let request = options.request
        var members = Value.Members([("url", .string(url))])
        if !request.body.isEmpty, request.body.count <= 16 << 10 {
            let json = options.isJSON ? try? Value(json: request.body) : nil
            members[options.isJSON ? "json" : "body"] = Redaction.redact(
                json ?? .string(String(decoding: request.body, as: UTF8.self)))
        }
        var all = Array("\(request.target.url)\n".utf8)
        for (name, value) in request.headers.fields { all += "\(name): \(value)\n".utf8 }
        members["digest"] = .string(try SHA256.hexadecimal(all + request.body))
        return .object(members)
    }
}
