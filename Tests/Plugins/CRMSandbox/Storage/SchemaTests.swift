import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct SchemaTests {
    let schema = Schema.standard

    @Test func namesAreUnique() {
        for names in [
            schema.entities.map(\.logicalName), schema.entities.map(\.entitySetName),
            schema.relationships.map(\.schemaName),
        ] {
            let repeated = Dictionary(grouping: names) { $0.lowercased() }.filter {
                $0.value.count > 1
            }.keys
            #expect(repeated.isEmpty)
        }
        for entity in schema.entities {
            let names = entity.attributes.map(\.logicalName)
            #expect(Set(names).count == names.count, "\(entity.logicalName)")
        }
    }

    @Test func displayNamesFollowFromTheWordsOfNames() {
        func shown(_ column: String) -> String? {
            schema.entity("systemuser")?.attribute(column)?.displayName
        }
        #expect(shown("nickname") == "Nick Name")
        #expect(shown("address1_telephone1") == "Address1: Telephone1")
    }

    @Test func everyRelationshipHasItsEnds() {
        for case .oneToMany(let relationship) in schema.relationships {
            let lookup = schema.entity(relationship.referencingEntity)?
                .attribute(relationship.referencingAttribute)
            #expect(
                lookup?.targets.contains(relationship.referencedEntity) == true,
                "\(relationship.schemaName)")
            #expect(
                schema.entity(relationship.referencedEntity) != nil, "\(relationship.schemaName)")
        }
        for case .manyToMany(let relationship) in schema.relationships {
            let table = schema.entity(relationship.intersectEntity)
            #expect(table?.attribute(relationship.attribute1) != nil, "\(relationship.schemaName)")
            #expect(table?.attribute(relationship.attribute2) != nil, "\(relationship.schemaName)")
            #expect(schema.entity(relationship.entity1) != nil, "\(relationship.schemaName)")
            #expect(schema.entity(relationship.entity2) != nil, "\(relationship.schemaName)")
        }
    }

    @Test func everyTargetIsATable() {
        for entity in schema.entities {
            for attribute in entity.attributes where attribute.type.isReference {
                #expect(
                    !attribute.targets.isEmpty, "\(entity.logicalName).\(attribute.logicalName)")
                for target in attribute.targets {
                    #expect(schema.entity(target) != nil, "\(attribute.logicalName): \(target)")
                }
            }
        }
    }

    @Test func everyStatusIsOneOfAState() {
        for entity in schema.entities {
            guard let states = entity.attribute("statecode") else { continue }
            for status in entity.attribute("statuscode")?.options ?? [] {
                #expect(states.options.contains { $0.value == status.state })
            }
            for state in states.options {
                #expect(throws: Never.self) { try entity.status(-1, in: state.value) }
            }
        }
    }

    @Test func everyNameAttributeIsAColumn() {
        for entity in schema.entities {
            #expect(entity.attribute(entity.primaryIdAttribute)?.type == .uniqueidentifier)
            guard let name = entity.primaryNameAttribute else { continue }
            #expect(entity.attribute(name) != nil, "\(entity.logicalName)")
        }
    }

    @Test func everyActivityHasTheColumnsOfThePointer() {
        let pointer = schema.entity("activitypointer")
        for entity in schema.entities where entity.isActivity {
            let names = Set(entity.attributes.map(\.logicalName))
            let missing = pointer?.attributes.map(\.logicalName).filter { !names.contains($0) }
            #expect(missing == [], "\(entity.logicalName)")
        }
    }
}
