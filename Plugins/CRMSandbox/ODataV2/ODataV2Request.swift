import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// A parsed request.
struct ODataV2Request {
    /// The effective method: `POST` with `X-HTTP-Method` stands for the method it names.
    let method: String
    /// The segments after the root.
    let segments: [ODataSegment]
    /// The original path after the root, for links to further pages.
    let path: String
    /// Decoded.
    let query: [(String, String)]
    let headers: HTTPHeaders
    let body: [UInt8]

    init(
        _ request: HTTPRequest, prefix: String, in context: ODataV2Context
    ) throws(CRMFault) {
        headers = request.headers
        body = request.body
        var method = request.method
        if method == "POST", let named = request.headers["X-HTTP-Method"] {
            method = named.uppercased()
        }
        // MERGE is the name of PATCH in this version.
        self.method = method == "PATCH" ? "MERGE" : method
        guard let pairs = QueryPairs(request.query ?? "") else {
            throw CRMFault(.odataExpression, "The query of the URL is badly encoded.")
        }
        query = pairs.pairs.map { ($0.name, $0.value) }
        let rest = request.path.dropFirst(prefix.count).drop { $0 == "/" }
        path = String(rest)
        segments = try context.reading { () throws(PeriluneError) in
            try ODataSegment.segments(of: rest, .v2) { PercentEncoding.decode($0) }
        }
    }

    /// The first value of a query option.
    func option(_ name: String) -> String? { query.first { $0.0 == name }?.1 }

    /// Whether the client takes JSON, the only form there is.
    var acceptsJSON: Bool {
        guard let accept = headers["Accept"]?.lowercased(), !accept.isEmpty else { return true }
        return ["json", "*/*", "application/*"].contains { accept.contains($0) }
    }

    /// The body as JSON.
    func json(_ context: ODataV2Context) throws(CRMFault) -> JSONTree {
        if let type = headers["Content-Type"], !type.lowercased().hasPrefix("application/json") {
            throw CRMFault(.payload, "The content type \(type.prefix(80)) is not supported.")
        }
        try JSONEscapes.check(body)
        return try context.reading { () throws(PeriluneError) in try JSONTree(body) }
    }

    private static let known: Set = [
        "$select", "$filter", "$orderby", "$expand", "$top", "$skip", "$skiptoken",
    ]

    /// The OData options of the query; unknown ones are errors.
    func options(_ context: ODataV2Context) throws(CRMFault) -> ODataOptions {
        for (name, _) in query where name.hasPrefix("$") && !Self.known.contains(name) {
            if name == "$inlinecount" && context.limits.countsInline { continue }
            throw CRMFault(
                .odataExpression,
                ["$inlinecount", "$format", "$count"].contains(name)
                    ? "The query option \(name) is not supported."
                    : "The query parameter '\(name.prefix(40))' begins with a system-reserved '$' "
                        + "character but is not recognized.")
        }
        return try context.reading { () throws(PeriluneError) in try ODataOptions(query, .v2) }
    }
}
