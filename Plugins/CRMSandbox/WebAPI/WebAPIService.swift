import CRMPlugin
public import PeriluneCore
import PeriluneHTTP

/// Serves an organization over the Web API: everything under `/api/data/v9.2/`.
public struct WebAPIService: HTTPHandler {
    private let organization: Organization
    private let baseURL: String?
    private let caller: @Sendable (HTTPRequest) -> Caller

    /// Makes a handler.
    ///
    /// `baseURL` is how clients reach the sandbox, such as `https://localhost:8443`; without it links
    /// begin with `http://` and the host of the request. `caller` returns the calling user of a request.
    public init(
        _ organization: Organization, baseURL: String? = nil,
        caller: @escaping @Sendable (HTTPRequest) -> Caller = { _ in .administrator }
    ) {
        self.organization = organization
        self.baseURL = baseURL
        self.caller = caller
    }

    /// Answers synchronously.
    public func handle(
        _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        respond(answer(request))
    }

    /// The response to a request.
    public func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard let prefix = Self.prefix(of: request.path) else {
            return WebAPIReply.failure(
                CRMFault(
                    .odataSegment, "Resource not found: the versions are /api/data/v9.0 to v9.2"))
        }
        var caller = caller(request)
        // A caller may act for another user, named by the identity of the record.
        if let other = request.headers["MSCRMCallerID"].flatMap({ GUID($0) }) {
            caller.userId = other
        }
        let base = baseURL ?? "http://\(request.headers["Host"] ?? "localhost")"
        let organization = organization
        let context = WebAPIContext(
            codec: WebAPICodec(organization.schema), root: base + prefix + "/", prefix: prefix,
            execute: { (message) throws(CRMFault) in
                try organization.execute(message, as: caller)
            },
            atomically: { (body) throws(CRMFault) in
                try organization.withSession(as: caller) { (session) throws(CRMFault) in
                    try body { (message) throws(CRMFault) in try session.execute(message) }
                }
            })
        return context.answer(request)
    }

    /// The prefix `/api/data/v9.2`, optionally after the name of an organization on premises.
    private static func prefix(of path: String) -> String? {
        for version in ["v9.2", "v9.1", "v9.0"] {
            let name = "/api/data/\(version)"
            guard let range = path.firstRange(of: name) else { continue }
            let rest = path[range.upperBound...]
            let before = path[..<range.lowerBound]
            guard rest.isEmpty || rest.hasPrefix("/"),
                before.count(where: { $0 == "/" }) == (before.isEmpty ? 0 : 1)
            else { return nil }
            return String(path[..<range.upperBound])
        }
        return nil
    }
}
