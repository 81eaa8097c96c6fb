import CRMPlugin

/// The tables of activity parties, attachments and notes.
enum PartyTables {
    static let all = [party, attachment, annotation]

    static let party = Table(
        "ActivityParty", set: "activityparties", 135, "Activity Party", name: "addressused",
        ownership: .none,
        [
            .lookup(
                "ActivityId", "activitypointer", "activitypointer_activity_parties",
                Cascade(delete: .none)),
            .lookup("PartyId", Parties.targets.map { ($0, "\($0)_activity_parties") }),
            .choice("ParticipationTypeMask", Parties.roles),
            .text("AddressUsed", 250), .float("Effort", 0...1_000_000_000),
            .date("ScheduledStart"), .date("ScheduledEnd"), .flag("DoNotPhone"),
            .flag("DoNotEmail"), .flag("DoNotFax"), .flag("DoNotPostalMail"),
            .id("ResourceSpecId"), .flag("IsPartyDeleted").readOnly,
        ])

    static let attachment = Table(
        "ActivityMimeAttachment", 1001, "Attachment", name: "filename", ownership: .none,
        [
            .text("FileName", 255), .text("Subject", 2000), .text("MimeType", 256),
            .memo("Body", 1_073_741_823), .integer("FileSize", 0...1_000_000_000).readOnly,
            .integer("AttachmentNumber", 0...1_000_000_000), .entityName("ObjectTypeCode"),
            .lookup(
                "ActivityId", "email", "email_activity_mime_attachment_legacy",
                Cascade(delete: .cascade)
            ).readOnly,
            .lookup(
                "ObjectId", "email", "email_activity_mime_attachment",
                Cascade(delete: .cascade)),
        ])

    /// The tables that can have notes.
    static let annotated =
        Activity.regarding + [
            "Task", "Email", "PhoneCall", "Fax", "Letter", "Appointment",
            "RecurringAppointmentMaster", "ServiceAppointment", "CampaignResponse", "Product",
            "ContractDetail", "Competitor", "List", "Goal",
        ]

    static let annotation = Table(
        "Annotation", 5, "Note", name: "subject",
        [
            .text("Subject", 500), .memo("NoteText", 100_000), .flag("IsDocument"),
            .text("FileName", 255), .text("MimeType", 256), .memo("DocumentBody", 1_073_741_823),
            .integer("FileSize", 0...1_000_000_000).readOnly, .text("LangId", 2),
            .text("StepId", 32), .entityName("ObjectTypeCode"),
            .lookup(
                "ObjectId", annotated.map { ($0.lowercased(), "\($0)_Annotation") }, .parental),
        ])
}

/// The roles of parties in activities.
enum Parties {
    /// The tables that can be parties.
    static let targets = [
        "account", "contact", "lead", "systemuser", "queue", "team", "equipment", "opportunity",
        "incident",
    ]

    static let roles: KeyValuePairs<Int32, String> = [
        1: "Sender", 2: "To Recipient", 3: "CC Recipient", 4: "BCC Recipient",
        5: "Required attendee", 6: "Optional attendee", 7: "Organizer", 8: "Regarding",
        9: "Owner", 10: "Resource", 11: "Customer", 12: "Partner",
    ]

    /// The role of each party list.
    static let roleOfList: [String: Int32] = [
        "from": 1, "to": 2, "cc": 3, "bcc": 4, "requiredattendees": 5, "optionalattendees": 6,
        "organizer": 7, "resources": 10, "customers": 11, "customer": 11, "partner": 12,
        "partners": 12,
    ]
}
