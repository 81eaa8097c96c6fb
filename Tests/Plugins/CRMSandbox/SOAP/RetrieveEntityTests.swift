import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneXML
import Testing

@testable import CRMSandboxPlugin

struct RetrieveEntityTests {
    private func ask(_ parameters: AttributeCollection) async throws -> XMLElement {
        let service = SOAPService(try Sandbox().organization)
        let call = SOAPCall(OrganizationRequest("RetrieveEntity", namespace: .xrm, parameters))
        var request = HTTPRequest(
            method: "POST", path: SOAPService.paths[0], body: try call.encode())
        request.headers["Content-Type"] = "text/xml; charset=utf-8"
        let response = await withCheckedContinuation { continuation in
            service.handle(request) { continuation.resume(returning: $0) }
        }
        return try XMLElement.parse(response.body)
    }

    private func find(_ name: String, in element: XMLElement) -> [XMLElement] {
        element.elements.flatMap { ($0.name == name ? [$0] : []) + find(name, in: $0) }
    }

    @Test func returnsTheColumnsAndTheirChoices() async throws {
        let answer = try await ask(["LogicalName": "lead", "EntityFilters": "Entity Attributes"])
        let table = try #require(find("value", in: answer).first)
        #expect(
            table.attribute("type", namespace: "http://www.w3.org/2001/XMLSchema-instance")
                == "m:EntityMetadata")
        #expect(table.child("PrimaryIdAttribute")?.text == "leadid")
        let columns = find("AttributeMetadata", in: table)
        let lead = try #require(Schema.standard.entity("lead"))
        #expect(
            columns.map { $0.child("LogicalName")?.text } == lead.attributes.map(\.logicalName))
        let status = try #require(
            columns.first { $0.child("LogicalName")?.text == "statuscode" })
        let options = find("OptionMetadata", in: status)
        #expect(options.first?.child("Value")?.text == "1")
        #expect(options.first?.child("State")?.text == "0")
        #expect(find("OneToManyRelationshipMetadata", in: table).isEmpty)
    }

    @Test func returnsRelationshipsOnRequest() async throws {
        let answer = try await ask(["LogicalName": "account", "EntityFilters": "Relationships"])
        let names = find("OneToManyRelationshipMetadata", in: answer)
            .compactMap { $0.child("SchemaName")?.text }
        #expect(names.contains("Account_Tasks"))
        #expect(find("AttributeMetadata", in: answer).isEmpty)
    }

    @Test func findsATableByItsIdentity() async throws {
        let id = DefinitionWriter.id("entity", "task")
        let answer = try await ask(["MetadataId": .guid(id)])
        #expect(find("LogicalName", in: answer).first?.text == "task")
    }

    @Test(
        arguments: [
            (["LogicalName": "leed"], "Did you mean 'lead'?"), ([:], "LogicalName"),
            (["LogicalName": "lead", "EntityFilters": "Everything"], "EntityFilters"),
        ] as [(AttributeCollection, String)])
    func aMissingTableIsAFault(_ parameters: AttributeCollection, _ part: String) async throws {
        let text = find("faultstring", in: try await ask(parameters)).first?.text
        #expect(text?.contains(part) == true)
    }
}
