package import CRMPlugin
public import PeriluneCore
import PeriluneHTTP

/// The organization service of a sandbox: SOAP over HTTP, and its WSDL.
public struct SOAPService: HTTPHandler {
    /// The paths of the service; case does not matter.
    public static let paths = [
        "/XRMServices/2011/Organization.svc/web", "/XRMServices/2011/Organization.svc",
    ]

    /// Carries out the call of a request.
    package typealias Execute =
        @Sendable (SOAPCall, HTTPRequest) throws(CRMFault) -> OrganizationResponse

    private let baseURL: String?
    private let threads: ExecutionThreads
    private let now: @Sendable () -> Timestamp
    private let execute: Execute
    private let schema: Schema?

    /// Creates a service that passes calls to `execute`.
    ///
    /// `now` is the time in faults, `schema` the tables whose metadata it returns.
    package init(
        baseURL: String? = nil, threads: ExecutionThreads = ExecutionThreads(),
        now: @escaping @Sendable () -> Timestamp, schema: Schema? = nil,
        execute: @escaping Execute
    ) {
        self.schema = schema
        self.baseURL = baseURL
        self.threads = threads
        self.now = now
        self.execute = execute
    }

    /// Whether a path is one of the service's; Microsoft's SDK for Android appends a slash.
    public static func serves(_ path: String) -> Bool {
        var path = path.lowercased()
        if path.hasSuffix("/") { path.removeLast() }
        return paths.contains { path == $0.lowercased() }
    }

    /// The fault for a client that sends too many requests.
    ///
    /// The request has not been read. Like all faults it has the status 500; its details say how long to wait.
    func throttled(_ request: HTTPRequest, _ fault: CRMFault) -> HTTPResponse {
        let type = request.headers["Content-Type"]?.lowercased() ?? ""
        var response = SOAPExchange(now: now())
            .refusal(with: fault, type.hasPrefix("application/soap+xml") ? .v12 : .v11)
        response.headers.add("Retry-After", String(Int(fault.retryAfter ?? 1)))
        return response
    }

    /// Answers a request.
    public func handle(
        _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        switch request.method {
        case "POST": post(request, respond)
        case "GET", "HEAD": respond(get(request))
        default:
            var response = HTTPResponse(405, "text/plain", "use POST, or GET with ?wsdl\n")
            response.headers["Allow"] = "GET, HEAD, POST"
            respond(response)
        }
    }

    private func get(_ request: HTTPRequest) -> HTTPResponse {
        let query = request.query?.lowercased()
        guard Self.serves(request.path), query == "wsdl" || query == "singlewsdl" else {
            return HTTPResponse(404, "text/plain", "the WSDL is at ?wsdl\n")
        }
        do throws(PeriluneError) {
            let root = baseURL ?? "http://\(request.headers["Host"] ?? "localhost")"
            let document = try WSDL.document(address: root + Self.paths[0])
            return HTTPResponse(
                200, headers: [("Content-Type", "text/xml; charset=utf-8")], body: document)
        } catch {
            return HTTPResponse(400, "text/plain", "\(error.message)\n")
        }
    }

    private func post(
        _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        guard Self.serves(request.path) else {
            return respond(HTTPResponse(404, "text/plain", "unknown service\n"))
        }
        guard SOAPContentType.isXML(request.headers["Content-Type"]) else {
            return respond(HTTPResponse(415, "text/plain", "send text/xml\n"))
        }
        let accepted = threads.run { respond(answer(request)) }
        if !accepted {
            respond(HTTPResponse(503, headers: [("Retry-After", "1")]))
        }
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let exchange = SOAPExchange(now: now())
        do throws(PeriluneError) {
            let call = try SOAPCall.decode(
                request.body, encoding: SOAPContentType.charset(request.headers["Content-Type"]))
            if call.request.requestName == SOAPMetadata.request, let schema {
                return exchange.metadata(for: call, schema)
            }
            return exchange.answer(to: call) { () throws(CRMFault) in try execute(call, request) }
        } catch {
            return exchange.refusal(of: error)
        }
    }
}
