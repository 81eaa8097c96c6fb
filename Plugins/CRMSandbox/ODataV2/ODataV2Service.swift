import CRMPlugin
public import PeriluneCore
import PeriluneHTTP

/// Serves an organization over OData v2: everything under `/XRMServices/2011/OrganizationData.svc/`.
public struct ODataV2Service: HTTPHandler {
    private let organization: Organization
    private let baseURL: String?
    private let limits: ODataV2Limits
    private let caller: @Sendable (HTTPRequest) -> Caller

    /// Makes a handler.
    ///
    /// `baseURL` is how clients reach the sandbox, such as `https://localhost:8443`; without it links
    /// begin with `http://` and the host of the request. `caller` returns the calling user of a request.
    public init(
        _ organization: Organization, baseURL: String? = nil,
        limits: ODataV2Limits = ODataV2Limits(),
        caller: @escaping @Sendable (HTTPRequest) -> Caller = { _ in .administrator }
    ) {
        self.organization = organization
        self.baseURL = baseURL
        self.limits = limits
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
            return ODataV2Reply.failure(
                CRMFault(
                    .odataSegment, "Resource not found: the only service is OrganizationData.svc"))
        }
        let base = baseURL ?? "http://\(request.headers["Host"] ?? "localhost")"
        let (organization, caller) = (organization, caller(request))
        let context = ODataV2Context(
            codec: ODataV2Codec(organization.schema), root: base + prefix + "/", limits: limits,
            execute: { (message) throws(CRMFault) in
                try organization.execute(message, as: caller)
            })
        return context.answer(request, prefix: prefix)
    }

    /// Whether a path is the service's.
    public static func serves(_ path: String) -> Bool { prefix(of: path) != nil }

    /// The prefix `/XRMServices/2011/OrganizationData.svc` in any case, optionally after the name of an organization
    /// on premises.
    private static func prefix(of path: String) -> String? {
        let name = "/xrmservices/2011/organizationdata.svc"
        // Only ASCII keeps its length in lower case; another path is not the service's.
        let lower = String(
            decoding: path.utf8.map { $0 | ((65...90).contains($0) ? 32 : 0) }, as: UTF8.self)
        guard let range = lower.firstRange(of: name) else { return nil }
        let (before, rest) = (lower[..<range.lowerBound], lower[range.upperBound...])
        guard rest.isEmpty || rest.hasPrefix("/"),
            before.count(where: { $0 == "/" }) == (before.isEmpty ? 0 : 1)
        else { return nil }
        return String(
            decoding: path.utf8.prefix(before.utf8.count + name.utf8.count), as: UTF8.self)
    }
}

/// The limits of the service, as in a new organization.
public struct ODataV2Limits: Sendable {
    /// Records of a page, also of related records.
    public var pageSize = 50
    /// Relationships that a request may expand.
    public var expansions = 6
    /// Whether `$inlinecount=allpages` is supported; CRM itself refuses it.
    public var countsInline = false

    /// Creates the limits of a new organization.
    public init() {}
}
