import CRMPlugin

/// What every organization has from its first moment: itself, a business unit, a user, a currency, a
/// role with all privileges, and the messages that steps can be registered for.
enum FirstRecords {
    static func insert(_ session: Session) throws(CRMFault) {
        let user = CRMValue.reference(EntityReference("systemuser", WellKnown.administrator))
        let unit = CRMValue.reference(EntityReference("businessunit", WellKnown.businessUnit))
        let currency = CRMValue.reference(
            EntityReference("transactioncurrency", WellKnown.baseCurrency))
        // They point at each other in a ring, so nothing checks whether they exist.
        func add(_ entity: String, _ id: GUID, _ values: Row) throws(CRMFault) {
            let layout = try session.layout(entity)
            var row = values
            row[layout.entity.primaryIdAttribute] = .guid(id)
            for column in layout.columns where row[column.name] == nil {
                switch column.name {
                case "createdon", "modifiedon": row[column.name] = .date(session.now)
                case "createdby", "modifiedby": row[column.name] = user
                case "organizationid" where column.attribute.type == .uniqueidentifier:
                    row[column.name] = .guid(WellKnown.organization)
                default: break
                }
            }
            for (name, value) in layout.defaults where row[name] == nil { row[name] = value }
            try session.insert(row, into: layout)
        }
        try add(
            "organization", WellKnown.organization,
            [
                "name": .string(session.organization.options.name), "languagecode": 1033,
                "localeid": 1033, "pricingdecimalprecision": 2, "currencysymbol": "$",
                "weekstartdaycode": 0, "schemanameprefix": "new", "futureexpansionwindow": 12,
                "basecurrencyid": currency,
            ])
        try add(
            "transactioncurrency", WellKnown.baseCurrency,
            [
                "currencyname": "US Dollar", "isocurrencycode": "USD", "currencysymbol": "$",
                "currencyprecision": 2, "exchangerate": .decimal(1),
            ])
        try add(
            "businessunit", WellKnown.businessUnit,
            ["name": .string(session.organization.options.name)])
        try add(
            "systemuser", WellKnown.administrator,
            [
                "firstname": "System", "lastname": "Administrator",
                "fullname": "System Administrator", "domainname": "admin@sandbox.example",
                "internalemailaddress": "admin@sandbox.example", "businessunitid": unit,
            ])
        try add(
            "role", WellKnown.administratorRole,
            ["name": "System Administrator", "businessunitid": unit])
        try session.relate(
            EntityReference("systemuser", WellKnown.administrator),
            Relationship("systemuserroles_association"),
            [EntityReference("role", WellKnown.administratorRole)])
        try addPrivileges(session, add)
        try addMessages(session, add)
    }

    /// The verbs of privileges, and their access rights.
    private static let verbs: KeyValuePairs<String, Int32> = [
        "Create": 32, "Read": 1, "Write": 2, "Delete": 65536, "Assign": 524_288, "Share": 262_144,
        "Append": 4, "AppendTo": 16,
    ]

    private typealias Add = (String, GUID, Row) throws(CRMFault) -> Void

    private static func addPrivileges(_ session: Session, _ add: Add) throws(CRMFault) {
        let links = try session.layout("roleprivileges")
        var index = 0
        for entity in session.schema.entities
        where entity.ownership == .user && !entity.isActivity {
            for (verb, right) in verbs {
                index += 1
                let id = WellKnown.number(0x0F, index)
                try add(
                    "privilege", id,
                    ["name": .string("prv\(verb)\(entity.schemaName)"), "accessright": .int(right)])
                try session.insert(
                    [
                        "roleprivilegeid": .guid(WellKnown.number(0x10, index)),
                        "roleid": .guid(WellKnown.administratorRole), "privilegeid": .guid(id),
                        "privilegedepthmask": 8,
                    ], into: links)
            }
        }
    }

    /// Every message as the pipeline calls it, and a filter for each table that it may be about.
    private static func addMessages(_ session: Session, _ add: Add) throws(CRMFault) {
        let onRecords: Set<String> = [
            "Create", "Update", "Delete", "Retrieve", "Assign", "SetState",
        ]
        let messages = session.organization.messages
        let types = EventTypes(messages)
        let names = Set(messages.all.map(\.event)).sorted()
        var index = 0
        for (place, name) in names.enumerated() {
            let id = WellKnown.number(0x11, place + 1)
            try add("sdkmessage", id, ["name": .string(name)])
            let tables = types.entries(of: name).flatMap(\.tables)
            for entity in session.schema.entities
            where onRecords.contains(name) && !entity.isIntersect
                || tables.contains(entity.logicalName)
            {
                index += 1
                try add(
                    "sdkmessagefilter", WellKnown.number(0x12, index),
                    [
                        "sdkmessageid": .reference(EntityReference("sdkmessage", id)),
                        "primaryobjecttypecode": .string(entity.logicalName),
                    ])
            }
        }
    }
}
