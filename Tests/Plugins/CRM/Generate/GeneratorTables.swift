@testable import CRMPlugin

/// Tables whose names and labels are as awkward as those of organizations are.
enum GeneratorTables {
    static let schema = Schema(
        [lead, task],
        [
            .oneToMany(OneToMany("Lead_Tasks", from: "task", "regardingobjectid", to: "lead")),
            .oneToMany(OneToMany("lead_parent_lead", from: "lead", "parentid", to: "lead")),
            .manyToMany(
                ManyToMany(
                    "new_lead_task", intersect: "new_lead_task", "lead", "leadid", "task",
                    "activityid")),
        ])

    static let lead: EntityDefinition = {
        var created = AttributeDefinition("CreatedOn", .dateTime, displayName: "Created On")
        created.isValidForCreate = false
        created.isValidForUpdate = false
        return EntityDefinition(
            "Lead", code: 4, displayName: "Lead", name: "subject",
            [
                AttributeDefinition("LeadId", .uniqueidentifier),
                AttributeDefinition("Subject", .string, displayName: "Topic\n*/ }  // none"),
                AttributeDefinition("Address1_City", .string, displayName: "Address 1: City"),
                AttributeDefinition("SIC", .string), AttributeDefinition("default", .memo),
                AttributeDefinition("Entity", .string), AttributeDefinition("Id", .integer),
                AttributeDefinition("UTCConversionTimeZoneCode", .integer),
                AttributeDefinition("VersionNumber", .bigInt),
                AttributeDefinition("Latitude", .double),
                AttributeDefinition("ExchangeRate", .decimal),
                AttributeDefinition("Revenue", .money), AttributeDefinition("DoNotEMail", .boolean),
                created, AttributeDefinition("EntityImage", .image),
                AttributeDefinition("OwnerId", .owner, targets: ["systemuser", "team"]),
                AttributeDefinition("ParentId", .lookup, targets: ["lead"]),
                AttributeDefinition("new_tags", .multiSelectPicklist),
                AttributeDefinition("Managed", .managedProperty),
                AttributeDefinition("Hidden", .virtual), AttributeDefinition("Bare", .picklist),
                AttributeDefinition(
                    "LeadQualityCode", .picklist, displayName: "Rating",
                    options: [.init(1, "Hot"), .init(2, "Warm"), .init(3, "Cold")]),
                AttributeDefinition(
                    "new_task", .picklist,
                    options: [
                        .init(1, "None"), .init(2, "1st"), .init(3, "Default"), .init(4, "日本"),
                        .init(5, "B2B / B2C"), .init(6, "B2B-B2C"), .init(-1, ""),
                        .init(5, "Twice"),
                        .init(7, "UPPER"),
                    ]),
                AttributeDefinition(
                    "StateCode", .state, displayName: "Status",
                    options: [.init(0, "Open"), .init(2, "Disqualified")]),
                AttributeDefinition(
                    "StatusCode", .status, displayName: "Status Reason",
                    options: [
                        .init(1, "New", state: 0), .init(6, "No Longer Interested", state: 2),
                    ]),
            ])
    }()

    static let task = EntityDefinition(
        "Task", code: 4212, displayName: "Task", id: "activityid", name: "subject",
        isActivity: true,
        [
            AttributeDefinition("ActivityId", .uniqueidentifier),
            AttributeDefinition("RegardingObjectId", .lookup, targets: ["lead"]),
            AttributeDefinition("To", .partyList),
        ])
}
