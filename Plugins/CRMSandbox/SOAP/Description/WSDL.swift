import CRMPlugin
import PeriluneCore
import PeriluneXML

/// The description of the organization service: one document, schemas inside.
enum WSDL {
    private static let spaces = [
        ("wsdl", "http://schemas.xmlsoap.org/wsdl/"),
        ("soap", "http://schemas.xmlsoap.org/wsdl/soap/"),
        ("tns", SOAPNamespace.services.rawValue),
    ]

    /// The document; `address` is the URL that it sends clients to.
    static func document(address: String) throws(PeriluneError) -> [UInt8] {
        var writer = XMLWriter(indented: true)
        writer.declaration()
        writer.begin("definitions", prefix: "wsdl")
        for (prefix, uri) in spaces { writer.namespace(prefix, uri) }
        for (space, _) in WSDLTypes.all { writer.namespace(space.prefix, space.rawValue) }
        writer.namespace(SOAPNamespace.schema.prefix, SOAPNamespace.schema.rawValue)
        writer.attribute("name", "OrganizationService")
        writer.attribute("targetNamespace", SOAPNamespace.services.rawValue)
        writer.begin("types", prefix: "wsdl")
        writer.operationSchema()
        for (space, types) in WSDLTypes.all { writer.schema(of: types, in: space) }
        writer.end()
        writer.messages()
        writer.portType()
        writer.binding()
        writer.service(address)
        writer.end()
        return try writer.finish()
    }
}

extension XMLWriter {
    /// An element of WSDL with a name.
    private mutating func wsdl(_ element: String, _ name: String? = nil) {
        begin(element, prefix: "wsdl")
        if let name { attribute("name", name) }
    }

    fileprivate mutating func messages() {
        for row in OperationTable.all {
            let name = row.operation.rawValue
            for (suffix, element) in [("Input", name), ("Output", "\(name)Response")] {
                message("\(name)\(suffix)", "parameters", element: "tns:\(element)")
            }
        }
        message("Fault", "detail", element: "a:OrganizationServiceFault")
    }

    private mutating func message(_ name: String, _ part: String, element: String) {
        wsdl("message", name)
        wsdl("part", part)
        attribute("element", element)
        end()
        end()
    }

    fileprivate mutating func portType() {
        wsdl("portType", "IOrganizationService")
        for row in OperationTable.all {
            let name = row.operation.rawValue
            wsdl("operation", name)
            for (kind, message) in [("input", "Input"), ("output", "Output")] {
                wsdl(kind)
                attribute("message", "tns:\(name)\(message)")
                end()
            }
            wsdl("fault", "OrganizationServiceFault")
            attribute("message", "tns:Fault")
            end()
            end()
        }
        end()
    }

    fileprivate mutating func binding() {
        wsdl("binding", "OrganizationServiceBinding")
        attribute("type", "tns:IOrganizationService")
        begin("binding", prefix: "soap")
        attribute("transport", "http://schemas.xmlsoap.org/soap/http")
        end()
        for row in OperationTable.all {
            wsdl("operation", row.operation.rawValue)
            begin("operation", prefix: "soap")
            attribute("soapAction", row.operation.action)
            attribute("style", "document")
            end()
            for kind in ["input", "output"] {
                wsdl(kind)
                literal("body", name: nil)
                end()
            }
            wsdl("fault", "OrganizationServiceFault")
            literal("fault", name: "OrganizationServiceFault")
            end()
            end()
        }
        end()
    }

    private mutating func literal(_ element: String, name: String?) {
        begin(element, prefix: "soap")
        if let name { attribute("name", name) }
        attribute("use", "literal")
        end()
    }

    fileprivate mutating func service(_ address: String) {
        wsdl("service", "OrganizationService")
        wsdl("port", "OrganizationService")
        attribute("binding", "tns:OrganizationServiceBinding")
        begin("address", prefix: "soap")
        attribute("location", address)
        end()
        end()
        end()
    }
}
