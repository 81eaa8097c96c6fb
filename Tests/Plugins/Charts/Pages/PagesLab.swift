import Perilune
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

@testable import ChartsPlugin

/// A server with the dashboard of ``SessionLab``, and a host whose scripts are asked.
struct PagesLab {
    let session: Session
    let charts: Charts
    private let host: Host
    private let routes: Routes
    private let server: HTTPServer
    private let client: HTTPClient

    init(
        token: String? = nil, pages: PageOptions = PageOptions(),
        _ scripts: [(String, String)] = []
    ) async throws {
        session = try SessionLab.session()
        charts = Charts(sessions: [session], pages: pages)
        let charts = charts
        host = try await Host {
            charts
            for (name, source) in scripts { Script(name: name, source: source) }
        }
        routes = Routes(
            host.registry.routes, browsers: BrowserGuard(),
            token: BearerToken(token.map { Array($0.utf8) }))
        let routes = routes
        server = try HTTPServer(HTTPServerOptions(), handler: routes)
        client = try HTTPClient()
    }

    func send(
        _ method: String = "GET", _ path: String, _ headers: [(String, String)] = [],
        _ body: String = ""
    ) async throws -> HTTPResponse {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.add(name, value) }
        return try await client.send(
            HTTPClientRequest(
                method, "http://127.0.0.1:\(server.port)\(path)", headers: fields,
                body: Array(body.utf8)))
    }

    /// The answer to a request that a client would not send.
    func answer(to request: HTTPRequest) async -> HTTPResponse {
        await withCheckedContinuation { answer in
            routes.handle(request) { answer.resume(returning: $0) }
        }
    }

    /// Lets the host decide an event that comes from outside.
    func process(_ event: Event) async throws -> Host.Results {
        try await host.process(all: [event])
    }

    /// Answers the requests that wait, as a server does that stops.
    func stop() { routes.stop() }

    /// Someone with a cookie of their own.
    func visitor(user: String? = nil) async throws -> PageVisitor {
        let headers = user.map { [("X-User", $0)] } ?? []
        let response = try await send("GET", "/d/lab/figure.json", headers)
        let cookie = response.headers["set-cookie"] ?? ""
        return PageVisitor(lab: self, cookie: String(cookie.prefix { $0 != ";" }), headers: headers)
    }
}

/// A visitor of the dashboard.
struct PageVisitor {
    let lab: PagesLab
    let cookie: String
    var headers: [(String, String)] = []

    func get(_ path: String) async throws -> HTTPResponse {
        try await lab.send("GET", "/d/lab/\(path)", [("Cookie", cookie)] + headers)
    }

    func figures(since version: Int64? = nil) async throws -> Value {
        let query = version.map { "?since=\($0)" } ?? ""
        return try Value(json: await get("figure.json" + query).body)
    }

    /// The names of the items with a selection.
    func selected() async throws -> [String] {
        try await figures()["state"]?["items"]?.object?.pairs.map(\.name) ?? []
    }

    @discardableResult
    func act(_ json: String) async throws -> Value {
        let response = try await lab.send(
            "POST", "/d/lab/actions",
            [("Cookie", cookie), ("Content-Type", "application/json")] + headers, json)
        return try Value(json: response.body)
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension Value {
    /// The names of the figures in an answer.
    var changed: [String] { self["figures"]?.array?.compactMap { $0["name"]?.string } ?? [] }
}
