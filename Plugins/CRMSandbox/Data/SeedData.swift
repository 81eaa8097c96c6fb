import CRMPlugin
import PeriluneCore

/// Demonstration data: invented companies and people, the same in every sandbox.
enum SeedData {
    static func insert(_ session: Session) throws(CRMFault) {
        let seeder = Seeder(session)
        try seeder.addPrincipals()
        try seeder.addCatalogue()
        try seeder.addCustomers()
        try seeder.addSales()
        try seeder.addService()
        try seeder.addMarketing()
        try seeder.addActivities()
        try seeder.addGoals()
    }
}

/// Makes records under identities and at times that follow from their place.
struct Seeder {
    let session: Session

    init(_ session: Session) { self.session = session }

    /// Monday, 5 January 2026, 09:00.
    private static let start: Int64 = 1_767_603_600

    /// Hours after the first Monday of the data.
    static func time(_ hours: Int) -> CRMValue {
        .date(Timestamp(microseconds: (start + Int64(hours) * 3600) * 1_000_000))
    }

    /// The nth record of a table, from 1.
    func reference(_ entity: String, _ index: Int) -> EntityReference {
        let code = session.schema.entity(entity)?.objectTypeCode ?? 0
        return EntityReference(entity, WellKnown.number(UInt64(code), index + 0x100))
    }

    /// The record as the value of a lookup.
    func link(_ entity: String, _ index: Int) -> CRMValue { .reference(reference(entity, index)) }

    /// Creates the nth record of a table, dated one day after the previous one.
    func add(
        _ entity: String, _ index: Int, _ attributes: AttributeCollection
    ) throws(CRMFault) {
        var record = Entity(entity, id: reference(entity, index).id, attributes)
        let definition = try session.definition(entity)
        for name in ["createdon", "modifiedon"] where definition.attribute(name) != nil {
            record[name] = Self.time(index * 24)
        }
        _ = try session.createRow(record, trusted: true)
    }

    func relate(
        _ relationship: String, _ one: EntityReference, _ others: [EntityReference]
    ) throws(CRMFault) {
        try session.relate(one, Relationship(relationship), others)
    }

    static func money(_ amount: Int) -> CRMValue { .money(Money(CRMDecimal(amount))) }
    static func option(_ value: Int) -> CRMValue { .option(OptionSetValue(Int32(value))) }
}
