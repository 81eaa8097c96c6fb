import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import Testing

@testable import CRMSandboxPlugin

/// An organization with its service, and requests to it in the same process.
struct ODataV2Lab {
    static let base = "http://crm.example"
    static let path = "/XRMServices/2011/OrganizationData.svc/"

    let sandbox: Sandbox
    let service: ODataV2Service

    init(_ limits: ODataV2Limits = ODataV2Limits()) throws {
        sandbox = try Sandbox()
        service = ODataV2Service(sandbox.organization, baseURL: Self.base, limits: limits)
    }

    /// `target` is relative to the service.
    func ask(
        _ method: String, _ target: String, _ body: String = "", _ headers: HTTPHeaders = []
    ) -> HTTPResponse {
        send(
            HTTPClientRequest(
                method, Self.base + Self.path + target, headers: headers, body: Array(body.utf8)))
    }

    func send(_ request: HTTPClientRequest) -> HTTPResponse {
        let target = request.url.dropFirst(Self.base.count)
        let path = target.prefix { $0 != "?" }
        let query = target.count > path.count ? String(target.dropFirst(path.count + 1)) : nil
        return service.answer(
            HTTPRequest(
                method: request.method, path: String(path), query: query,
                headers: request.headers, body: request.body))
    }

    /// What stands in `d`.
    func get(
        _ target: String, _ location: SourceLocation = #_sourceLocation
    ) throws -> JSONTree {
        let response = ask("GET", target)
        #expect(response.status == 200, "\(response.text)", sourceLocation: location)
        return try #require(JSONTree(response.body)["d"], sourceLocation: location)
    }

    /// The rows of a list.
    func rows(
        _ target: String, _ location: SourceLocation = #_sourceLocation
    ) throws -> [JSONTree] {
        try #require(try get(target, location)["results"]?.elements, sourceLocation: location)
    }

    /// The status and the message of a refusal.
    func refusal(_ method: String, _ target: String, _ body: String = "") throws -> (Int, String) {
        let response = ask(method, target, body)
        let error = try #require(JSONTree(response.body)["error"])
        return (response.status, error["message"]?["value"]?.string ?? "")
    }

    func account(_ name: String, _ attributes: AttributeCollection = [:]) throws -> GUID {
        var attributes = attributes
        attributes["name"] = .string(name)
        return try sandbox.create("account", attributes)
    }

    func client(knowing schema: Schema? = .standard) throws -> ODataV2Client {
        try ODataV2Client(url: Self.base, token: FixedToken(nil), schema: schema) { send($0) }
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
