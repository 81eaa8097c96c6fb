import CRMPlugin
import PeriluneXML

extension XMLWriter {
    /// The schema of a namespace: its types, and an element of each type's name.
    mutating func schema(of types: [SchemaType], in space: SOAPNamespace) {
        beginSchema(space)
        for type in types {
            self.type(type)
            schemaElement(type.name, "\(space.prefix):\(type.name)")
        }
        end()
    }

    /// The elements of the body.
    mutating func operationSchema() {
        beginSchema(.services)
        for row in OperationTable.all {
            let name = row.operation.rawValue
            body(name, row.parameters)
            body("\(name)Response", row.result.map { [("\(name)Result", $0)] } ?? [])
        }
        end()
    }

    private mutating func beginSchema(_ space: SOAPNamespace) {
        d("schema")
        attribute("targetNamespace", space.rawValue)
        attribute("elementFormDefault", "qualified")
        for (other, _) in WSDLTypes.all where other != space {
            d("import")
            attribute("namespace", other.rawValue)
            end()
        }
    }

    private mutating func body(_ name: String, _ elements: [(name: String, type: String)]) {
        d("element", name)
        d("complexType")
        sequence(elements)
        end()
        end()
    }

    private mutating func type(_ type: SchemaType) {
        switch type {
        case .record(let name, let base, let elements):
            d("complexType", name)
            if let base {
                d("complexContent")
                d("extension")
                attribute("base", base)
                sequence(elements)
                end()
                end()
            } else {
                sequence(elements)
            }
            end()
        case .list(let name, let element, let elementType):
            d("complexType", name)
            d("sequence")
            schemaElement(element, elementType, isList: true, isOptional: true)
            end()
            end()
        case .words(let name, let words):
            restriction(name, base: "d:string") { writer in
                for word in words { writer.facet("enumeration", word) }
            }
        case .text(let name, let base, let pattern):
            restriction(name, base: base) { writer in
                if let pattern { writer.facet("pattern", pattern) }
            }
        }
    }

    private mutating func sequence(_ elements: [(name: String, type: String)]) {
        d("sequence")
        for element in elements { schemaElement(element.name, element.type, isOptional: true) }
        end()
    }

    private mutating func restriction(
        _ name: String, base: String, _ facets: (inout XMLWriter) -> Void
    ) {
        d("simpleType", name)
        d("restriction")
        attribute("base", base)
        facets(&self)
        end()
        end()
    }

    private mutating func facet(_ name: String, _ value: String) {
        d(name)
        attribute("value", value)
        end()
    }

    private mutating func schemaElement(
        _ name: String, _ type: String, isList: Bool = false, isOptional: Bool = false
    ) {
        d("element", name)
        attribute("type", type)
        attribute("nillable", "true")
        if isOptional { attribute("minOccurs", "0") }
        if isList { attribute("maxOccurs", "unbounded") }
        end()
    }

    private mutating func d(_ element: String, _ name: String? = nil) {
        begin(element, prefix: "d")
        if let name { attribute("name", name) }
    }
}
