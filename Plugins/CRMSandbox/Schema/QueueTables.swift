import CRMPlugin

/// Work items that wait in queues.
enum QueueTables {
    static let all = [queue, queueItem, queueMembership]

    /// What can wait in a queue; the relationship of each is `<SchemaName>_QueueItem`.
    static let enabled = [
        "Incident", "Email", "Task", "PhoneCall", "Letter", "Fax", "Appointment",
        "ServiceAppointment", "RecurringAppointmentMaster", "CampaignResponse",
    ]

    static let queue = Table(
        "Queue", 2020, "Queue", name: "name",
        [
            .text("Name", 200), .memo("Description"), .text("EMailAddress", 100),
            .choice("QueueViewType", [0: "Public", 1: "Private"], default: 0),
            .choice("QueueTypeCode", [1: "Default Value"], default: 1),
            .choice(
                "IncomingEmailFilteringMethod",
                [
                    0: "All email messages", 1: "Email messages in response to CRM email",
                    2: "Email messages from CRM Leads, Contacts and Accounts",
                    3: "Email messages from CRM records that are email enabled",
                    4: "No email messages",
                ], default: 0),
            .choice(
                "IncomingEmailDeliveryMethod",
                [
                    0: "None", 1: "Email Router",
                    2: "Server-Side Synchronization or Email Router", 3: "Forward Mailbox",
                ], default: 2),
            .choice("OutgoingEmailDeliveryMethod", [0: "None", 1: "Email Router"], default: 1),
            .integer("NumberOfItems").readOnly, .integer("NumberOfMembers").readOnly,
            .lookup("PrimaryUserId", "systemuser", "queue_primary_user"),
            Common.activeInactive,
        ])

    static let queueItem = Table(
        "QueueItem", 2029, "Queue Item", name: "title", ownership: .organization,
        [
            .text("Title", 300), .date("EnteredOn"), .date("WorkerIdModifiedOn"),
            .integer("Priority"), .text("Sender", 250), .text("ToRecipients", 500),
            .choice("ObjectTypeCode", [112: "Case", 4202: "Email", 4212: "Task"]),
            .lookup("QueueId", "queue", "queue_entries", Cascade(delete: .restrict)).required,
            .lookup(
                "ObjectId", enabled.map { ($0.lowercased(), "\($0)_QueueItem") },
                Cascade(delete: .cascade)
            ).required,
            .lookup(
                "WorkerId", [("systemuser", "systemuser_queueitem"), ("team", "team_queueitem")]
            ),
            Common.activeInactive,
        ])

    static let queueMembership = Table(
        "QueueMembership", 2021, "Queue Membership", name: nil, ownership: .none, isIntersect: true,
        [.id("QueueId"), .id("SystemUserId")])
}
