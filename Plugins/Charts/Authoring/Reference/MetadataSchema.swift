package import PeriluneCore
import PeriluneXML

/// Schemas of metadata for editors, from the same declarations as the checks.
package enum MetadataSchema {
    /// The XML Schema: editors complete names and values, and mark mistakes.
    package static func xsd() throws(PeriluneError) -> [UInt8] {
        var writer = XMLWriter(indented: true)
        writer.declaration()
        writer.begin("schema", prefix: "xs")
        writer.namespace("xs", "http://www.w3.org/2001/XMLSchema")
        for kind in [NodeKind.mobileAnalytic, .dashboard] {
            writer.begin("element", prefix: "xs")
            writer.attribute("name", kind.name)
            writer.attribute("type", "\(kind)")
            writer.end()
        }
        for kind in NodeKind.allCases { write(kind, to: &writer) }
        writer.end()
        return try writer.finish()
    }

    private static func write(_ kind: NodeKind, to writer: inout XMLWriter) {
        writer.begin("complexType", prefix: "xs")
        writer.attribute("name", "\(kind)")
        if !kind.children.isEmpty {
            writer.begin("choice", prefix: "xs")
            writer.attribute("minOccurs", "0")
            writer.attribute("maxOccurs", "unbounded")
            for child in kind.children {
                writer.begin("element", prefix: "xs")
                writer.attribute("name", child.name)
                writer.attribute("type", "\(child)")
                writer.end()
            }
            writer.end()
        }
        for attribute in kind.attributes {
            let meaning = AttributeMeaning(attribute.name, of: kind)
            for (place, name) in ([attribute.name] + attribute.aliases).enumerated() {
                writer.begin("attribute", prefix: "xs")
                writer.attribute("name", name)
                if attribute.isRequired, attribute.aliases.isEmpty {
                    writer.attribute("use", "required")
                }
                let names = meaning?.values.names
                if names == nil { writer.attribute("type", meaning?.values.xsdType ?? "xs:string") }
                if place == 0, let summary = meaning?.summary {
                    writer.begin("annotation", prefix: "xs")
                    writer.begin("documentation", prefix: "xs")
                    writer.text(summary)
                    writer.end()
                    writer.end()
                }
                if let names {
                    writer.begin("simpleType", prefix: "xs")
                    writer.begin("restriction", prefix: "xs")
                    writer.attribute("base", "xs:string")
                    for name in names {
                        writer.begin("enumeration", prefix: "xs")
                        writer.attribute("value", name)
                        writer.end()
                    }
                    writer.end()
                    writer.end()
                }
                writer.end()
            }
        }
        writer.end()
    }

    /// The JSON Schema of metadata in JSON, in which `MetaName` names the node, and children have any key or are in
    /// `Children`.
    package static var json: Value {
        var definitions = Value.Members()
        for kind in NodeKind.allCases { definitions["\(kind)"] = definition(kind) }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Metadata of dashboards",
            "anyOf": [reference(.mobileAnalytic), reference(.dashboard)],
            "$defs": .object(definitions),
        ]
    }

    private static func reference(_ kind: NodeKind) -> Value {
        ["$ref": .string("#/$defs/\(kind)")]
    }

    private static func definition(_ kind: NodeKind) -> Value {
        var properties = Value.Members([("MetaName", ["const": .string(kind.name)])])
        for attribute in kind.attributes {
            let meaning = AttributeMeaning(attribute.name, of: kind)
            var schema = Value.Members([
                ("type", ["string", "number", "boolean"]),
                ("description", .string(meaning?.summary ?? "")),
            ])
            if let names = meaning?.values.names {
                schema["type"] = nil
                schema["enum"] = .array(names.map(Value.string))
            }
            for name in [attribute.name] + attribute.aliases { properties[name] = .object(schema) }
        }
        let children: Value =
            kind.children.isEmpty ? false : ["anyOf": .array(kind.children.map(reference))]
        properties["Children"] = ["type": "array", "items": children]
        let required = kind.attributes.filter { $0.isRequired && $0.aliases.isEmpty }.map(\.name)
        return [
            "type": "object", "properties": .object(properties),
            "required": .array((["MetaName"] + required).map(Value.string)),
            "additionalProperties": children,
        ]
    }
}

extension AttributeMeaning.Values {
    /// All values that there are.
    fileprivate var names: [String]? {
        if case .choice(let names) = self { names } else { nil }
    }

    fileprivate var xsdType: String {
        switch self {
        case .number: "xs:decimal"
        case .whole: "xs:integer"
        case .text, .truth, .expression, .list, .choice: "xs:string"
        }
    }
}
