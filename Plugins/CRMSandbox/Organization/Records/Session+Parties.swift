import CRMPlugin
import PeriluneCore
import PeriluneStore

/// Party lists: columns to clients, rows of `activityparty` in the file.
extension Session {
    /// The parties of an activity in one list, as clients see them.
    func parties(of activity: GUID, in list: String) throws(CRMFault) -> CRMValue {
        guard let role = Parties.roleOfList[list] else { return .entities(EntityCollection()) }
        let layout = try layout("activityparty")
        let pointer = EntityReference("activitypointer", activity)
        let ids = try ids(
            matching: [
                "activityid": .reference(pointer),
                "participationtypemask": .option(OptionSetValue(role)),
            ], in: layout)
        var parties: [Entity] = []
        for id in ids {
            if let party = try find(
                "activityparty", id,
                ["activityid", "partyid", "participationtypemask", "addressused"])
            {
                parties.append(party)
            }
        }
        return .entities(EntityCollection(parties, entityName: "activityparty"))
    }

    /// Replaces the parties of an activity in one list.
    func writeParties(
        _ value: CRMValue, of activity: GUID, in list: String
    ) throws(CRMFault) {
        guard let role = Parties.roleOfList[list] else { return }
        let layout = try layout("activityparty")
        let mask = CRMValue.option(OptionSetValue(role))
        let pointer = CRMValue.reference(EntityReference("activitypointer", activity))
        for id in try ids(
            matching: ["activityid": pointer, "participationtypemask": mask], in: layout)
        {
            try remove(layout, id)
        }
        for party in partyEntities(value) {
            var party = party
            // A party that a client has read from another activity is written as a new one.
            for name in ["activitypartyid", "activityid", "participationtypemask"] {
                party[name] = nil
            }
            var row = try checked(party, layout, for: .trusted)
            row["activitypartyid"] = .guid(newID())
            row["activityid"] = pointer
            row["participationtypemask"] = mask
            if row["addressused"] ?? .null == .null, case .reference(let person)? = row["partyid"] {
                row["addressused"] = try address(of: person).map { .string($0) }
            }
            try insert(row, into: layout)
        }
    }

    /// Parties may also come as plain references.
    private func partyEntities(_ value: CRMValue) -> [Entity] {
        switch value {
        case .entities(let collection): collection.entities
        case .entityArray(let entities): entities
        case .reference(let reference):
            [Entity("activityparty", ["partyid": .reference(reference)])]
        default: []
        }
    }

    /// The mail address of a person, a queue or an organization; `nil` if there is none.
    func address(of person: EntityReference) throws(CRMFault) -> String? {
        guard let layout = layouts[person.logicalName],
            let name = Self.addressColumns.first(where: { layout.column($0) != nil }),
            let column = layout.column(name)
        else { return nil }
        return try storing { () throws(PeriluneError) in
            try connection.first(
                "SELECT \(column.sql) FROM \(layout.table) WHERE \(layout.id) = ?1",
                [.blob(person.id.bytes)])?.text
        }
    }

    private static let addressColumns = ["emailaddress1", "internalemailaddress", "emailaddress"]
}
