import CRMPlugin

/// The columns and relationships that all activities have.
enum Activity {
    /// What an activity may be about; its relationship is `<SchemaName>_<activities>`.
    static let regarding = [
        "Account", "Campaign", "Contact", "Contract", "Incident", "Invoice", "Lead", "Opportunity",
        "Quote", "SalesOrder",
    ]

    /// The common columns of activities: those of `activitypointer`.
    static func columns(of schemaName: String, plural: String) -> [Column] {
        [
            .text("Subject", 200), .memo("Description", 1_073_741_823),
            .entityName("ActivityTypeCode").readOnly,
            .lookup(
                "RegardingObjectId",
                regarding.map { ($0.lowercased(), "\($0)_\(plural)") }, .parental
            ).propertySuffix(schemaName.lowercased()),
            .date("ScheduledStart"), .date("ScheduledEnd"), .date("ActualStart"),
            .date("ActualEnd"), .integer("ScheduledDurationMinutes", 0...2_147_483_647),
            .integer("ActualDurationMinutes", 0...2_147_483_647),
            .choice("PriorityCode", ChoiceLists.priorities, default: 1),
            .flag("IsBilled"), .flag("IsWorkflowCreated"),
            .flag("IsRegularActivity", default: true),
            .date("SortDate"), .date("Senton"), .date("DeliveryLastAttemptedOn"),
            .choice(
                "InstanceTypeCode",
                [
                    0: "Not Recurring", 1: "Recurring Master", 2: "Recurring Instance",
                    3: "Recurring Exception", 4: "Recurring Future Exception",
                ], default: 0
            ).readOnly,
            .id("SeriesId"), .id("ServiceId"),
        ]
    }

    /// A table of activities.
    static func table(
        _ schemaName: String, set: String? = nil, _ code: Int, _ display: String, plural: String,
        _ columns: [Column]
    ) -> Table {
        Table(
            schemaName, set: set, code, display, name: "subject", isActivity: true,
            Self.columns(of: schemaName, plural: plural) + columns)
    }

    /// The states of `activitypointer`, whose statuses equal its states.
    static let states: Column = .states(
        (0, "Open", [1: "Open"]), (1, "Completed", [2: "Completed"]),
        (2, "Canceled", [3: "Canceled"]), (3, "Scheduled", [4: "Scheduled"]))
}

extension Column {
    /// Each target's property is `<lookup>_<target>_<suffix>`.
    func propertySuffix(_ suffix: String) -> Column {
        var column = self
        for index in column.links.indices {
            let link = column.links[index]
            column.links[index].property = "\(link.attribute)_\(link.target)_\(suffix)"
        }
        return column
    }
}
