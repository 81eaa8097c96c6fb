import CRMPlugin

/// A marketing list and its members.
struct MarketingList {
    let id: GUID
    private let list: Entity
    private let session: Session

    init(_ id: GUID, _ session: Session) throws(CRMFault) {
        self.id = id
        self.session = session
        list = try session.retrieve("list", id)
    }

    private var reference: EntityReference { EntityReference("list", id) }

    /// The table of its members, by the number that the list keeps of it.
    private var memberTable: String? {
        switch list["createdfromcode", as: OptionSetValue.self]?.value {
        case 1: "account"
        case 2: "contact"
        case 4: "lead"
        default: nil
        }
    }

    /// Throws a fault if members cannot be added or removed.
    func checkOpen() throws(CRMFault) {
        guard list["type"] != true else {
            throw CRMFault(
                .listDynamic, "This action is not available for a dynamic marketing list.")
        }
        guard session.state(of: list) == 0 else {
            throw CRMFault(.listInactive, "List is not active. Cannot perform this operation.")
        }
        guard list["lockstatus"] != true else {
            throw CRMFault(.listLocked, "List is Locked. Cannot perform this action.")
        }
    }

    /// Makes a record a member, if it is not one already.
    @discardableResult
    func add(_ member: GUID) throws(CRMFault) -> GUID {
        guard let table = memberTable else {
            throw CRMFault(
                .wrongListMember, "The list does not say of which table its members are.")
        }
        guard try session.exists(table, member) else {
            for other in ["account", "contact", "lead"] where try session.exists(other, member) {
                throw CRMFault(
                    .wrongListMember, "A record of \(other) cannot be a member of this list.")
            }
            throw .noRecord(table, member)
        }
        if let known = try membership(of: member) { return known }
        return try session.create(
            Entity(
                "listmember",
                [
                    "listid": .reference(reference),
                    "entityid": .reference(EntityReference(table, member)),
                    "entitytype": .string(table),
                ]))
    }

    /// The row that makes a record a member; `nil` if it is not a member.
    func membership(of member: GUID) throws(CRMFault) -> GUID? {
        guard let table = memberTable else { return nil }
        return try session.ids(
            of: "listmember",
            where: [
                "listid": .reference(reference),
                "entityid": .reference(EntityReference(table, member)),
            ]
        ).first
    }

    /// Keeps the number of members up to date.
    func count() throws(CRMFault) {
        let members = try session.ids(of: "listmember", where: ["listid": .reference(reference)])
        try session.set(reference, ["membercount": .int(Int32(clamping: members.count))])
    }
}
