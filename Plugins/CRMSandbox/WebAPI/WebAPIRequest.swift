import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// A parsed request.
struct WebAPIRequest {
    let method: String
    /// The segments after the root.
    let segments: [ODataSegment]
    /// Decoded.
    let query: [(String, String)]
    let headers: HTTPHeaders
    let body: [UInt8]
    let preferences: WebAPIPreferences

    init(
        _ request: HTTPRequest, _ preferences: WebAPIPreferences, in context: WebAPIContext
    ) throws(CRMFault) {
        method = request.method
        headers = request.headers
        body = request.body
        self.preferences = preferences
        guard let pairs = QueryPairs(request.query ?? "") else {
            throw CRMFault(.odataExpression, "The query of the URL is badly encoded.")
        }
        let query = pairs.pairs.map { ($0.name, $0.value) }
        self.query = query
        var path = request.path[...]
        if path.hasPrefix(context.prefix) { path = path.dropFirst(context.prefix.count) }
        let aliases = Dictionary(
            query.filter { $0.0.hasPrefix("@") }, uniquingKeysWith: { _, last in last })
        let resolved = context.resolving(path)
        segments = try context.reading { () throws(PeriluneError) in
            try ODataSegment.segments(of: resolved, .v4, aliases: aliases) {
                PercentEncoding.decode($0)
            }
        }
    }

    /// The first value of a query option.
    func option(_ name: String) -> String? { query.first { $0.0 == name }?.1 }

    /// The OData options of the query.
    func options(_ context: WebAPIContext) throws(CRMFault) -> ODataOptions {
        try context.reading { () throws(PeriluneError) in try ODataOptions(query, .v4) }
    }

    /// The body as JSON; an empty one is an empty object.
    func json(_ context: WebAPIContext) throws(CRMFault) -> JSONTree {
        if body.isEmpty { return .object([]) }
        if let type = headers["Content-Type"], !type.lowercased().hasPrefix("application/json") {
            throw CRMFault(.payload, "The content type \(type.prefix(80)) is not supported.")
        }
        try JSONEscapes.check(body)
        return try context.reading { () throws(PeriluneError) in try JSONTree(body) }
    }

    /// The record in the body; a missing body is an error, not a record without values.
    func record(_ context: WebAPIContext) throws(CRMFault) -> JSONTree {
        guard !body.isEmpty else {
            throw CRMFault(
                .payload, "The request has no body; send {} for a record without values.")
        }
        return try json(context)
    }
}

extension WebAPIContext {
    /// The path with `$1` and others replaced by the resources that they stand for.
    fileprivate func resolving(_ path: Substring) -> String {
        let trimmed = path.drop { $0 == "/" }
        let first = trimmed.prefix { $0 != "/" }
        guard let target = contents[String(first)] else { return String(path) }
        let relative = target.dropping(root) ?? target
        return relative + trimmed.dropFirst(first.count)
    }
}
