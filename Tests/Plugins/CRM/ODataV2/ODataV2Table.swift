import PeriluneCore
import PeriluneJSON

@testable import CRMPlugin

/// A table with a column of every kind that OData v2 knows, and one of every relationship.
enum ODataV2Table {
    static let schema = Schema(
        [thing, other],
        [
            .oneToMany(
                OneToMany("new_thing_other", from: "new_thing", "new_otherid", to: "new_other")),
            .oneToMany(
                OneToMany("new_thing_parent", from: "new_thing", "new_parentid", to: "new_thing")),
            .oneToMany(
                OneToMany("new_other_thing", from: "new_other", "new_thingid", to: "new_thing")),
            .manyToMany(
                ManyToMany(
                    "new_thing_others", intersect: "new_thing_others", "new_thing", "new_thingid",
                    "new_other", "new_otherid")),
        ])

    static let thing = EntityDefinition(
        "new_Thing", code: 10_001, displayName: "Thing", name: "new_name",
        [
            AttributeDefinition("new_ThingId", .uniqueidentifier),
            AttributeDefinition("new_Name", .string), AttributeDefinition("new_Notes", .memo),
            AttributeDefinition("new_Table", .entityName),
            AttributeDefinition("new_Count", .integer),
            AttributeDefinition("new_Long", .bigInt), AttributeDefinition("new_Ratio", .double),
            AttributeDefinition("new_Rate", .decimal), AttributeDefinition("new_Amount", .money),
            AttributeDefinition("new_Flag", .boolean), AttributeDefinition("new_Day", .dateTime),
            AttributeDefinition("new_Kind", .picklist), AttributeDefinition("StateCode", .state),
            AttributeDefinition("StatusCode", .status),
            AttributeDefinition("new_OtherId", .lookup, targets: ["new_other"]),
            AttributeDefinition("new_ParentId", .lookup, targets: ["new_thing"]),
            AttributeDefinition("new_CustomerId", .customer, targets: ["account", "contact"]),
            AttributeDefinition("OwnerId", .owner, targets: ["systemuser", "team"]),
            AttributeDefinition("new_Managed", .managedProperty),
            AttributeDefinition("EntityImage", .image),
            AttributeDefinition("new_Tags", .multiSelectPicklist),
        ])

    static let other = EntityDefinition(
        "new_Other", code: 10_002, displayName: "Other", name: "new_name",
        [
            AttributeDefinition("new_OtherId", .uniqueidentifier),
            AttributeDefinition("new_Name", .string),
            AttributeDefinition("new_ThingId", .lookup, targets: ["new_thing"]),
        ])

    static func tree(_ text: String) throws -> JSONTree { try JSONTree(Array(text.utf8)) }
}

extension RandomCRM {
    /// A value of a column; what a server keeps no finer than a millisecond is no finer here.
    mutating func value(of attribute: AttributeDefinition) -> CRMValue {
        switch attribute.type {
        case .string, .memo, .entityName: .string(text())
        case .integer: .int(.random(in: .min ... .max, using: &self))
        case .bigInt: .long(.random(in: .min ... .max, using: &self))
        case .double: .double(.random(in: -1e300...1e300, using: &self))
        case .decimal: .decimal(decimal())
        case .money: .money(Money(decimal()))
        case .boolean: .bool(chance())
        case .dateTime:
            .date(
                Timestamp(
                    microseconds: .random(
                        in: -60_000_000_000_000...250_000_000_000_000, using: &self)
                        * 1000))
        case .picklist, .state, .status:
            .option(OptionSetValue(.random(in: .min ... .max, using: &self)))
        case .lookup, .customer, .owner:
            .reference(EntityReference(pick(attribute.targets), guid(), name: maybe { $0.text() }))
        case .managedProperty:
            .managed(
                BooleanManagedProperty(chance(), canBeChanged: chance(), name: maybe { $0.name() }))
        case .image: .bytes(list(40) { UInt8.random(in: 0...255, using: &$0) })
        case .uniqueidentifier: .guid(guid())
        case .multiSelectPicklist, .partyList, .virtual: .null
        }
    }

    mutating func thing() -> Entity {
        var entity = Entity("new_thing", id: guid())
        for attribute in ODataV2Table.thing.propertiesV2.dropFirst() where chance() {
            entity[attribute.logicalName] = chance(4) ? .null : value(of: attribute)
        }
        return entity
    }
}
