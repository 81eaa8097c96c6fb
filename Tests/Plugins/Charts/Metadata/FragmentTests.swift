import PeriluneCore
import PeriluneXML
import Testing

@testable import ChartsPlugin

struct FragmentTests {
    @Test func allFragmentsAreFound() {
        #expect(Fragments.wellFormed.count == 54)
        #expect(Fragments.broken.count == 2)
    }

    @Test(arguments: Fragments.wellFormed)
    func loadsEveryFragment(_ name: String) throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes(name), file: name)
        let errors = metadata.issues.filter { $0.level == .error }
        #expect(metadata.document != nil)
        if let known = Self.faults[name] {
            #expect(errors.map(\.code).first == known)
        } else {
            #expect(errors.isEmpty)
        }
    }

    /// What is wrong in the examples themselves: parts of a chart, and charts that are abridged.
    private static let faults: [String: ChartIssue.Code] = [
        "16-Filter-Products.xml": .missingNode, "17-Filter-Region.xml": .missingNode,
        "31-Category-Region.xml": .missingNode, "32-Series-MaleFemale.xml": .missingNode,
        "33-Values.xml": .missingNode, "48-Chart.xml": .missingAttribute,
    ]

    @Test(
        arguments: [
            ("Broken/15-Filters.xml", 6, 37), ("Broken/30-Chart-BulletChart.xml", 15, 8),
        ])
    func namesTheLineOfABrokenFragment(_ name: String, _ line: Int, _ column: Int) throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes(name), file: name)
        let issue = try #require(metadata.issues.first)
        #expect(issue.kind == .invalidXML(file: name, line: line, column: column))
        #expect(issue.level == .error)
        #expect(metadata.issues.count == 1)
        #expect(metadata.dashboard == Dashboard())
    }

    @Test(arguments: Fragments.wellFormed)
    func readsTheSameInEveryFormat(_ name: String) throws {
        let bytes = try Fragments.bytes(name)
        let original = MetadataNode(try XMLElement.parse(bytes))
        let xml = MetadataNode(try XMLElement.parse(original.xml()))
        let document = try original.propertyList.document()
        let list = try MetadataNode(PropertyList.parse(document))
        let value = try MetadataNode(original.value)
        let expected = original.withoutText
        #expect(xml == expected)
        #expect(list == expected)
        #expect(value == expected)
        let dashboard = ChartMetadata(node: original).dashboard
        #expect(ChartMetadata(propertyList: document).dashboard == dashboard)
        #expect(ChartMetadata(dictionary: original.value).dashboard == dashboard)
    }

    /// Whatever is missing, the rest is read, and what must be there is missed.
    @Test(arguments: ["45-Dashboard.xml", "55-MobileAnalytic.xml", "50-DataGrid-RFTable.xml"])
    func readsTheRestWithoutAnyOneNodeOrAttribute(_ name: String) throws {
        let whole = MetadataNode(try XMLElement.parse(Fragments.bytes(name)))
        let items = ChartMetadata(node: whole).dashboard.items.count
        for part in whole.reduced {
            let metadata = ChartMetadata(node: part)
            #expect(metadata.dashboard.items.count >= items - 1 || part.children.isEmpty)
            #expect(metadata.issues.count < 20)
        }
    }
}

extension MetadataNode {
    /// The node once without each attribute and each child, at any depth.
    fileprivate var reduced: [MetadataNode] {
        var all: [MetadataNode] = []
        for index in attributes.indices {
            var node = self
            node.attributes.remove(at: index)
            all.append(node)
        }
        for index in children.indices {
            var node = self
            node.children.remove(at: index)
            // The dashboard itself holds all items.
            if children[index].name != "Dashboard" { all.append(node) }
            for child in children[index].reduced {
                node = self
                node.children[index] = child
                all.append(node)
            }
        }
        return all
    }

    fileprivate var withoutText: MetadataNode {
        var node = self
        node.children = children.filter { !$0.name.isEmpty }.map(\.withoutText)
        return node
    }
}
