import CRMPlugin
import PeriluneCore
import PeriluneXML
import Testing

@testable import CRMSandboxPlugin

struct WSDLTests {
    @Test func isServedUnderWsdl() async throws {
        let echo = EchoService { request in OrganizationResponse(request.requestName) }
        var request = HTTPRequest(
            method: "GET", path: SOAPService.paths[1], query: "wsdl",
            headers: [("Host", "crm.example:8080")])
        let response = await echo.answer(request)
        #expect(response.status == 200)
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(text.contains("http://crm.example:8080/XRMServices/2011/Organization.svc/web"))
        request.query = nil
        #expect(await echo.answer(request).status == 404)
    }

    @Test func escapesTheHostOfTheRequest() throws {
        let document = try WSDL.document(address: "http://a\"><b/>")
        #expect(throws: Never.self) { try XMLElement.parse(document) }
    }

    @Test func describesAllOperations() throws {
        let root = try XMLElement.parse(try WSDL.document(address: "http://a"))
        let operations = try #require(root.child("portType")).elements(named: "operation")
        let names = operations.compactMap { $0.attribute("name") }
        #expect(Set(names) == Set(SOAPOperation.allCases.map(\.rawValue)))
    }

    /// A client makes its calls of these.
    @Test func everyOperationHasAnActionAndTheElementsOfItsMessages() throws {
        let root = try XMLElement.parse(try WSDL.document(address: "http://a"))
        #expect(root.attribute("name") == "OrganizationService")
        let bound = try #require(root.child("binding")).elements(named: "operation")
        let messages = root.elements(named: "message")
        let services = try #require(root.child("types")).elements
            .first { $0.attribute("targetNamespace") == SOAPNamespace.services.rawValue }
        let bodies = try #require(services).elements(named: "element")
        for operation in SOAPOperation.allCases {
            let name = operation.rawValue
            let binding = bound.first { $0.attribute("name") == name }
            #expect(binding?.child("operation")?.attribute("soapAction") == operation.action)
            for (message, body) in [("\(name)Input", name), ("\(name)Output", "\(name)Response")] {
                let part = messages.first { $0.attribute("name") == message }?.child("part")
                #expect(part?.attribute("element") == "tns:\(body)")
                #expect(bodies.contains { $0.attribute("name") == body }, "\(body)")
            }
        }
    }

    @Test func aDerivedTypeNamesItsBase() throws {
        let root = try XMLElement.parse(try WSDL.document(address: "http://a"))
        var nameless: [String] = []
        func check(_ element: XMLElement, _ type: String) {
            let type = element.attribute("name") ?? type
            if ["extension", "restriction"].contains(element.name),
                element.attribute("base") == nil
            {
                nameless.append(type)
            }
            for inner in element.elements { check(inner, type) }
        }
        check(try #require(root.child("types")), "")
        #expect(nameless == [])
    }

    @Test func declaresEveryTypeThatItMentions() throws {
        let root = try XMLElement.parse(try WSDL.document(address: "http://a"))
        let schemas = try #require(root.child("types")).elements
        var declared: Set<String> = []
        for schema in schemas {
            let space = try #require(schema.attribute("targetNamespace"))
            for type in schema.elements where type.name.hasSuffix("Type") {
                declared.insert("\(space) \(try #require(type.attribute("name")))")
            }
        }
        var missing: [String] = []
        func check(_ element: XMLElement) {
            for key in ["type", "base"] {
                guard let name = element.attribute(key), let type = element.resolve(name),
                    type.namespace != SOAPNamespace.schema.rawValue
                else { continue }
                if !declared.contains("\(type.namespace) \(type.name)") { missing.append(name) }
            }
            element.elements.forEach(check)
        }
        schemas.forEach(check)
        #expect(missing == [])
    }

    @Test func declaresTheTypesThatTheCodecWrites() {
        let known = Set(WSDLTypes.all.flatMap(\.types).map(\.name))
        let left: Set<CRMValueKind> = [
            .string, .int, .long, .double, .decimal, .boolean, .dateTime, .base64Binary, .any,
            .validationResult, .rolePrivilegeArray,
        ]
        let missing = CRMValueKind.allCases.filter { !left.contains($0) }
            .filter { !known.contains($0.rawValue) }
        #expect(missing == [])
    }
}
