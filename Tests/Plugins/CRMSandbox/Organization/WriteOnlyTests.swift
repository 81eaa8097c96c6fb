import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

/// The secret of a service endpoint goes in and never comes out.
struct WriteOnlyTests {
    let sandbox: Sandbox
    private let endpoint: GUID

    init() throws {
        sandbox = try Sandbox()
        endpoint = try sandbox.create(
            "serviceendpoint",
            [
                "name": "hook", "contract": .option(8), "authtype": .option(4),
                "url": "http://127.0.0.1:1/", "authvalue": "hunter2",
            ])
    }

    private func find(_ query: Query) throws(CRMFault) -> [Entity] {
        let answer = try sandbox.execute("RetrieveMultiple", ["Query": .query(.expression(query))])
        guard case .entities(let found)? = answer["EntityCollection"] else { return [] }
        return found.entities
    }

    @Test func isNotReturnedInRecords() throws {
        let whole = try sandbox.retrieve("serviceendpoint", endpoint)
        #expect(whole["isauthvalueset"] == true)
        #expect(!"\(whole)".contains("hunter2"))
        let asked = try sandbox.retrieve("serviceendpoint", endpoint, ["name", "authvalue"])
        #expect(asked["name"] == "hook")
        #expect(asked["authvalue"] == nil)
    }

    @Test func isNotReturnedByQueries() throws {
        var query = Query("serviceendpoint")
        query.allColumns = true
        #expect(!"\(try find(query))".contains("hunter2"))
        query = Query("serviceendpoint")
        query.columns = [.init("name"), .init("authvalue")]
        let found = try find(query)
        #expect(found.count == 1)
        #expect(!"\(found)".contains("hunter2"))
    }

    @Test func cannotBeGuessedByAQuery() throws {
        var filtered = Query("serviceendpoint")
        filtered.filters = [.init([.init("authvalue", .like, ["h%"])])]
        var ordered = Query("serviceendpoint")
        ordered.orders = [.init("authvalue")]
        for query in [filtered, ordered] {
            let fault = fault { () throws(CRMFault) in _ = try find(query) }
            #expect(fault?.code == .invalidArgument)
        }
    }

    @Test func isNotReturnedByTheWebAPI() throws {
        let service = WebAPIService(sandbox.organization)
        for target in [
            "serviceendpoints(\(endpoint))", "serviceendpoints(\(endpoint))/authvalue",
            "serviceendpoints(\(endpoint))/authvalue/$value",
        ] {
            let response = service.answer(
                HTTPRequest(method: "GET", path: "/api/data/v9.2/\(target)"))
            #expect(!String(decoding: response.body, as: UTF8.self).contains("hunter2"))
        }
    }

    @Test func isSentWithTheDelivery() throws {
        let message = try sandbox.create("sdkmessage", ["name": "Fly"])
        _ = try sandbox.create(
            "sdkmessageprocessingstep",
            [
                "name": "on flight", "eventhandler": reference("serviceendpoint", endpoint),
                "sdkmessageid": reference("sdkmessage", message),
            ])
        let read = try sandbox.organization.withSession { (session) throws(CRMFault) in
            try StepReader().registrations(session)
        }
        guard case .key(let secret)? = read.first?.authentication else {
            Issue.record("no key")
            return
        }
        #expect(secret.reveal() == "hunter2")
    }
}
