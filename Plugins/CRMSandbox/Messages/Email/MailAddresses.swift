import CRMPlugin

/// The addresses in the lines of a mail: `Ann <ann@example.com>; bob@example.com`.
struct MailAddresses {
    let addresses: [String]

    init(_ line: String) {
        addresses = line.split(whereSeparator: { ";,".contains($0) }).compactMap { part in
            var text = part
            if let open = part.firstIndex(of: "<"),
                let close = part[open...].firstIndex(of: ">")
            {
                text = part[part.index(after: open)..<close]
            }
            let trimmed = text.drop { $0.isWhitespace }
            let end = trimmed.lastIndex { !$0.isWhitespace }
            guard let end, trimmed.contains("@") else { return nil }
            return String(trimmed[...end])
        }
    }

    /// The tables that have mail addresses, and their columns; users and queues before customers.
    private static let owners: KeyValuePairs = [
        "systemuser": "internalemailaddress", "queue": "emailaddress",
        "contact": "emailaddress1", "account": "emailaddress1", "lead": "emailaddress1",
    ]

    /// The record with an address; `nil` if there is none.
    static func owner(
        of address: String, _ session: Session, among tables: [String]? = nil
    ) throws(CRMFault) -> EntityReference? {
        for (table, column) in owners where tables?.contains(table) ?? true {
            if let id = try session.ids(of: table, where: [column: .string(address)]).first {
                return EntityReference(table, id)
            }
        }
        return nil
    }

    /// A party for each address, with the record that has the address if there is one.
    func parties(_ session: Session) throws(CRMFault) -> CRMValue {
        var parties: [Entity] = []
        for address in addresses {
            var party = Entity("activityparty", ["addressused": .string(address)])
            if let owner = try Self.owner(of: address, session) {
                party["partyid"] = .reference(owner)
            }
            parties.append(party)
        }
        return .entities(EntityCollection(parties, entityName: "activityparty"))
    }
}
