import CRMPlugin
public import PeriluneCore

/// A protocol of a sandbox: the paths that it serves, and its handler.
public struct SandboxEndpoint: Sendable {
    /// The name in the log: `webapi`.
    public let name: String
    /// Whether a path is the endpoint's.
    public let serves: @Sendable (_ path: String) -> Bool
    /// Answers its requests, on a thread that may block.
    public let handler: any HTTPHandler
    /// The response to a client that sends too many requests.
    let throttled: @Sendable (_ request: HTTPRequest, _ fault: CRMFault) -> HTTPResponse

    /// Creates an endpoint that serves the paths for which `serves` returns true.
    public init(
        _ name: String, _ handler: any HTTPHandler, serves: @escaping @Sendable (String) -> Bool
    ) {
        self.init(name, handler, serves: serves) { Self.throttled($1) }
    }

    init(
        _ name: String, _ handler: any HTTPHandler, serves: @escaping @Sendable (String) -> Bool,
        throttled: @escaping @Sendable (HTTPRequest, CRMFault) -> HTTPResponse
    ) {
        self.name = name
        self.handler = handler
        self.serves = serves
        self.throttled = throttled
    }

    /// An endpoint of all paths with a prefix, ignoring case, optionally after the name of an organization on premises.
    public init(_ name: String, prefix: String, _ handler: any HTTPHandler) {
        let prefix = prefix.lowercased()
        self.init(name, handler) { path in
            let path = path.lowercased()
            if path.hasPrefix(prefix) { return true }
            guard let slash = path.dropFirst().firstIndex(of: "/") else { return false }
            return path[slash...].hasPrefix(prefix)
        }
    }

    private static func throttled(_ fault: CRMFault) -> HTTPResponse {
        var response = HTTPResponse.json(
            [
                "error": [
                    "code": .string(fault.code.description), "message": .string(fault.message),
                ]
            ], status: 429)
        response.headers.add("Retry-After", String(Int(fault.retryAfter ?? 1)))
        return response
    }
}
