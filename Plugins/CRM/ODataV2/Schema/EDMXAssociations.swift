import PeriluneCore
import PeriluneXML

/// The associations of the document as relationships.
struct EDMXAssociations {
    private let elements: [XMLElement]
    private let types: [String: EDMXType]

    init(_ elements: [XMLElement], _ types: [EDMXType]) {
        self.elements = elements
        self.types = Dictionary(
            types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var relationships: [RelationshipDefinition] {
        elements.compactMap(relationship).sorted { $0.schemaName < $1.schemaName }
    }

    private struct End {
        var type: EDMXType
        var isMany: Bool
    }

    private func relationship(_ element: XMLElement) -> RelationshipDefinition? {
        let ends = element.elements(named: "End").compactMap(end)
        guard let name = element.attribute("Name"), ends.count == 2 else { return nil }
        guard let many = ends.first(where: \.isMany) else { return nil }
        guard let one = ends.first(where: { !$0.isMany }) else {
            // The document does not contain the intersect table, and nothing here needs its name.
            return .manyToMany(
                ManyToMany(
                    name, intersect: name.lowercased(), ends[0].type.logicalName,
                    ends[0].type.key?.lowercased() ?? "", ends[1].type.logicalName,
                    ends[1].type.key?.lowercased() ?? ""))
        }
        let constraint = element.child("ReferentialConstraint")
        let column =
            constraint?.child("Dependent")?.child("PropertyRef")?.attribute("Name")
            ?? Self.guess(name, many.type.references)
        return .oneToMany(
            OneToMany(
                name, from: many.type.logicalName, column?.lowercased() ?? "",
                to: one.type.logicalName))
    }

    private func end(_ element: XMLElement) -> End? {
        guard let name = element.attribute("Type")?.split(separator: ".").last,
            let type = types[String(name)]
        else { return nil }
        return End(type: type, isMany: element.attribute("Multiplicity") == "*")
    }

    /// Guesses the lookup of a relationship: the one whose name it contains, such as PrimaryContactId for
    /// `account_primary_contact`.
    private static func guess(_ relationship: String, _ references: [String]) -> String? {
        let name = relationship.lowercased().filter { $0 != "_" }
        return references.filter { reference in
            var stem = reference.lowercased().filter { $0 != "_" }
            if stem.hasSuffix("id") { stem.removeLast(2) }
            return !stem.isEmpty && name.contains(stem)
        }.max { ($0.utf8.count, $1) < ($1.utf8.count, $0) }
    }
}
