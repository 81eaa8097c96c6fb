import CRMPlugin
import Foundation
import PeriluneCore
import PeriluneHTTP
import Testing

@testable import CRMSandboxPlugin

/// Asynchronous deliveries that a sandbox did not get to.
@Suite(.timeLimit(.minutes(15))) struct WebhookJobTests {
    private func open(_ path: String, telling server: HTTPServer) throws -> Organization {
        var webhooks = WebhookDelivery.Options()
        webhooks.registrations = [
            try WebhookRegistration("lead.create=http://127.0.0.1:\(server.port)/hook")
        ]
        var options = OrganizationOptions()
        options.seedsData = false
        options.deliver(try WebhookDelivery(webhooks))
        return try Organization(path: path, options: options)
    }

    private func jobs(_ organization: Organization) throws -> [Entity] {
        try organization.withSession(isRead: true) { (session) throws(CRMFault) in
            var query = Query("asyncoperation")
            query.allColumns = true
            return try session.query(query).entities
        }
    }

    @Test func areStoredWithTheOperation() async throws {
        let silent = Receiver([.silence])
        let server = try HTTPServer(handler: silent)
        let organization = try open(":memory:", telling: server)
        let lead = OrganizationRequest(
            "Create", ["Target": .entity(Entity("lead", ["subject": "hot"]))])
        _ = try organization.execute(lead)
        #expect(try jobs(organization).count == 1)
        // What is taken back leaves no job behind.
        let bad = OrganizationRequest("Create", ["Target": .entity(Entity("nothing"))])
        #expect(throws: CRMFault.self) { try organization.executeTransaction([lead, bad]) }
        #expect(try jobs(organization).count == 1)
        await silent.wait(for: 1)
        silent.release()
    }

    @Test func areDeliveredAfterARestart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("crm.db").path
        let silent = Receiver([.silence])
        let silentServer = try HTTPServer(handler: silent)
        let first = try open(path, telling: silentServer)
        let created = try first.execute(
            OrganizationRequest(
                "Create", ["Target": .entity(Entity("lead", ["subject": "hot"]))]))
        await silent.wait(for: 1)

        let receiver = Receiver()
        let server = try HTTPServer(handler: receiver)
        let second = try open(path, telling: server)
        await receiver.wait(for: 1)
        let (lost, delivered) = (silent.requests[0], receiver.requests[0])
        #expect(delivered.body == lost.body)
        for name in ["x-ms-dynamics-request-name", "x-ms-correlation-request-id"] {
            #expect(delivered.headers[name] == lost.headers[name])
        }
        #expect(delivered.headers["x-ms-dynamics-msg-size-exceeded"] == nil)
        var rows = try jobs(second)
        while rows.first?["completedon"] == nil {
            try await Task.sleep(for: .milliseconds(5))
            rows = try jobs(second)
        }
        #expect(rows.count == 1)
        #expect(rows[0]["statuscode"] == .option(30))
        #expect(rows[0]["data"] == nil)
        let regarding = rows[0]["regardingobjectid", as: EntityReference.self]
        #expect(regarding?.logicalName == "lead")
        #expect(regarding.map { .guid($0.id) } == created.results["id"])
        silent.release()
    }
}
