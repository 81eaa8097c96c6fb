import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import Synchronization
import Testing

@testable import CRMPlugin

/// What the client sends, and what it makes of answers that are none.
struct ODataV2ClientTests {
    private static let root = "https://crm.example/org/XRMServices/2011/OrganizationData.svc/"
    private let id = GUID(high: 0, low: 10)

    /// A client whose requests are kept, and answered in turn.
    private final class Wire: Sendable {
        private let sent = Mutex<[HTTPClientRequest]>([])
        private let answers: Mutex<[HTTPResponse]>

        init(_ answers: [HTTPResponse]) { self.answers = Mutex(answers) }

        var requests: [HTTPClientRequest] { sent.withLock { $0 } }

        func client(schema: Schema? = ODataV2Table.schema) throws -> ODataV2Client {
            try ODataV2Client(
                url: "https://crm.example/org/", token: FixedToken("t"), schema: schema
            ) { [self] request in
                sent.withLock { $0.append(request) }
                return answers.withLock { $0.isEmpty ? HTTPResponse(500) : $0.removeFirst() }
            }
        }
    }

    private static func json(_ text: String, _ status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status, headers: [("Content-Type", "application/json;charset=utf-8")],
            body: Array(text.utf8))
    }

    private func failure(
        _ answers: [HTTPResponse], _ body: (ODataV2Client) async throws(CRMError) -> Void
    ) async throws -> CRMError? {
        let client = try Wire(answers).client()
        do throws(CRMError) {
            try await body(client)
            return nil
        } catch {
            return error
        }
    }

    @Test func updatesByMerge() async throws {
        let wire = Wire([HTTPResponse(204)])
        var entity = Entity("new_thing", id: id)
        entity["new_otherid"] = .null
        try await wire.client().update(entity)
        let request = try #require(wire.requests.first)
        #expect(request.method == "POST" && request.headers["X-HTTP-Method"] == "MERGE")
        #expect(request.url == Self.root + "new_ThingSet(guid'\(id)')")
        #expect(request.headers["Authorization"] == "Bearer t")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"new_ThingId":"\#(id)","new_OtherId":{"Id":null,"LogicalName":null,"Name":null}}"#
        )
    }

    @Test func followsLinksUntilItHasWhatWasAsked() async throws {
        func page(_ numbers: Range<Int>, _ next: String?) -> HTTPResponse {
            let rows = numbers.map { #"{"new_Count":\#($0)}"# }.joined(separator: ",")
            let link = next.map { #","__next":"\#($0)""# } ?? ""
            return Self.json(#"{"d":{"results":[\#(rows)]\#(link)}}"#)
        }
        let wire = Wire([
            page(0..<50, Self.root.lowercased() + "new_ThingSet?$skiptoken=2"),
            page(50..<70, nil),
        ])
        var query = Query("new_thing")
        query.columns = [.init("new_count")]
        query.page.count = 60
        let page1 = try await wire.client().retrieveMultiple(.expression(query))
        #expect(page1.entities.count == 60 && page1.moreRecords)
        #expect(page1.entities.last?["new_count"] == 59)
        #expect(
            wire.requests.map { String($0.url.dropFirst(Self.root.count)) } == [
                "new_ThingSet?$select=new_Count&$top=61", "new_ThingSet?$skiptoken=2",
            ])
    }

    @Test(arguments: [
        ("Self", "leads back"), ("https://elsewhere.example/x", "leads to another server"),
    ])
    func loopingAndForeignLinksAreNotFollowed(link: String, message: String) async throws {
        let next = link == "Self" ? Self.root + "new_ThingSet?$select=new_ThingId&$top=5001" : link
        let answer = Self.json(#"{"d":{"results":[],"__next":"\#(next)"}}"#)
        let error = try await failure([answer, answer]) { (client) throws(CRMError) in
            _ = try await client.retrieveMultiple(.expression(Query("new_thing")))
        }
        #expect(error?.error.message.contains(message) == true, "\(error as Any)")
    }

    @Test func invalidAnswersAreErrors() async throws {
        let html = HTTPResponse(200, "text/html", "<html>Sign in</html>")
        for answer in [
            html, Self.json(#"{"d":{"new"#), Self.json("{}"), Self.json(#"{"d":{}}"#),
            HTTPResponse(500, "text/html", "<html>"),
        ] {
            let error = try await failure([answer]) { (client) throws(CRMError) in
                _ = try await client.retrieveMultiple(.expression(Query("new_thing")))
            }
            guard case .failure(let failure)? = error else {
                Issue.record("\(error as Any)")
                continue
            }
            #expect(failure.code == "crm.answer")
        }
    }

    @Test(arguments: [
        (404, "", ErrorCode.objectDoesNotExist), (500, "-2147220937", .duplicateRecord),
        (500, "0x80040237", .duplicateRecord), (403, "", .privilegeDenied), (500, "", .unexpected),
    ])
    func faultsHaveACodeWhateverTheServiceSays(
        status: Int, code: String, expected: ErrorCode
    ) async throws {
        let body = #"{"error":{"code":"\#(code)","message":{"lang":"en-US","value":"why"}}}"#
        let error = try await failure([Self.json(body, status)]) { (client) throws(CRMError) in
            _ = try await client.retrieve("new_thing", GUID(high: 0, low: 1), .all)
        }
        guard case .fault(let fault)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(fault.code == expected && fault.message == "why")
    }

    @Test(arguments: ["SetState", "WhoAmI", "Associate", "ExecuteMultiple"])
    func otherMessagesAreRefusedWithAHint(name: String) async throws {
        let wire = Wire([])
        let client = try wire.client()
        await #expect {
            _ = try await client.execute(OrganizationRequest(name))
        } throws: { error in
            let text = (error as? CRMError)?.error.description ?? ""
            return text.contains(name) && text.contains("SOAP or the Web API")
        }
        #expect(wire.requests.isEmpty)
    }

    @Test func readsTheTablesOnce() async throws {
        let metadata = """
            <edmx:Edmx xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" Version="1.0">\
            <edmx:DataServices><Schema xmlns="http://schemas.microsoft.com/ado/2006/04/edm" \
            Namespace="Microsoft.Crm.Sdk.Data.Services"><EntityType Name="Account"><Key>\
            <PropertyRef Name="AccountId"/></Key><Property Name="AccountId" Type="Edm.Guid"/>\
            </EntityType></Schema></edmx:DataServices></edmx:Edmx>
            """
        let wire = Wire([
            HTTPResponse(200, "application/xml", metadata), HTTPResponse(204), HTTPResponse(204),
        ])
        let client = try wire.client(schema: nil)
        for _ in 0..<2 { try await client.delete("account", id) }
        #expect(wire.requests.map(\.method) == ["GET", "DELETE", "DELETE"])
        #expect(wire.requests.first?.url == Self.root + "$metadata")
        #expect(wire.requests.first?.headers["Accept"] == "application/xml")
    }
}
