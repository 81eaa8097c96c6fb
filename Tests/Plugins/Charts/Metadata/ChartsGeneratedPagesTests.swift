import Foundation
import PeriluneCore
import PeriluneXML
import Testing

@testable import ChartsPlugin

/// The reference of metadata, and schemas, which are generated from its declarations.
struct ChartsGeneratedPagesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// With PERILUNE_UPDATE=1 writes the page instead of looking at it.
    @Test func describesMetadata() throws {
        let url = Self.root.appending(path: "Documentation/Reference/Dashboards.md")
        let text = MetadataReference.page
        if ProcessInfo.processInfo.environment["PERILUNE_UPDATE"] == "1" {
            return try Data(text.utf8).write(to: url)
        }
        #expect(
            (try? String(contentsOf: url, encoding: .utf8)) == text,
            "stale: PERILUNE_UPDATE=1 make test-only FILTER=GeneratedPagesTests writes it anew")
    }

    @Test(arguments: Function.allCases)
    func theExampleOfAFunctionUsesIt(_ function: Function) throws {
        let tree = try Expression(function.example).tree
        guard case .call(function, _) = tree.kind else {
            Issue.record("\(function.example)")
            return
        }
        #expect(MetadataReference.page.contains("`\(function.example)`: "))
    }

    @Test(arguments: Chart.Kind.allCases)
    func theGalleryHasEachKind(_ kind: Chart.Kind) throws {
        let gallery = Self.root.appending(path: "Scripts/charts/gallery.xml")
        let text = try String(contentsOf: gallery, encoding: .utf8)
        #expect(text.contains("ChartType=\"\(kind.rawValue)\""))
    }

    @Test(arguments: NodeKind.allCases)
    func everyAttributeHasAMeaning(_ kind: NodeKind) {
        for attribute in kind.attributes {
            #expect(
                AttributeMeaning(attribute.name, of: kind) != nil,
                "declare \(attribute.name) of <\(kind.name)> in AttributeMeaning.swift")
        }
    }

    /// What the reference says of an attribute is what `check` says.
    @Test(arguments: NodeKind.allCases)
    func documentedValuesAreThoseThatCheckAccepts(_ kind: NodeKind) {
        // Dates and nodes that stand for several types are checked elsewhere.
        for attribute in kind.attributes where attribute.name != "ChartType" {
            switch AttributeMeaning(attribute.name, of: kind)?.values {
            case .number, .whole, .choice, .truth:
                let node = MetadataNode(kind.name, attributes: [.init(attribute.name, "no such ☂")])
                let issues = ChartMetadata(node: inParents(node, kind)).issues
                let isTold = issues.contains { issue in
                    if case .wrongValue(_, attribute.name, _, _) = issue.kind {
                        true
                    } else {
                        false
                    }
                }
                #expect(isTold || kind.isReadLater, "\(kind.name) \(attribute.name)")
            default: continue
            }
        }
    }

    /// A node within nodes that may contain it.
    private func inParents(_ node: MetadataNode, _ kind: NodeKind) -> MetadataNode {
        guard kind != .mobileAnalytic,
            let parent = NodeKind.allCases.first(where: { $0.children.contains(kind) })
        else { return node }
        return inParents(MetadataNode(parent.name, children: [node]), parent)
    }

    @Test func theXMLSchemaDeclaresAllNodesAndAttributes() throws {
        let schema = try XMLElement.parse(try MetadataSchema.xsd())
        let types = schema.children.compactMap { child -> XMLElement? in
            if case .element(let element) = child, element.name == "complexType" {
                element
            } else {
                nil
            }
        }
        #expect(types.count == NodeKind.allCases.count)
        let text = String(decoding: try MetadataSchema.xsd(), as: UTF8.self)
        #expect(text.contains(#"<xs:attribute name="ChartType""#))
        #expect(text.contains(#"<xs:enumeration value="StackedColumn"/>"#))
    }

    @Test func theJSONSchemaDeclaresAllNodes() {
        let definitions = MetadataSchema.json["$defs"]?.object?.pairs.map(\.name)
        #expect(definitions == NodeKind.allCases.map { "\($0)" })
        let chart = MetadataSchema.json["$defs"]?["chart"]
        #expect(chart?["properties"]?["ChartType"]?["enum"]?.array?.contains("Bar") == true)
        // ChartType may also be written Type.
        #expect(chart?["required"] == ["MetaName", "Name"])
    }
}

extension NodeKind {
    /// Whether it is read only as a part of what this test leaves out.
    fileprivate var isReadLater: Bool {
        switch self {
        case .variable, .value, .zoomingLevel, .whatIfColumn, .gridColumn, .variableName, .filter,
            .layout, .node:
            true
        default: false
        }
    }
}
