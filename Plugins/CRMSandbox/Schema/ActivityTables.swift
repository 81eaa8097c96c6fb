import CRMPlugin

/// Mails, calls, meetings, tasks.
enum ActivityTables {
    static let all = [
        pointer, task, email, phoneCall, fax, letter, appointment, recurringMaster, recurrenceRule,
        serviceAppointment, campaignResponse, campaignActivity, bulkOperation,
    ]

    static let pointer = Activity.table(
        "ActivityPointer", 4200, "Activity", plural: "ActivityPointers", [Activity.states])

    static let task = Activity.table(
        "Task", 4212, "Task", plural: "Tasks",
        [
            .text("Category", 250), .text("Subcategory", 250),
            .integer("PercentComplete", 0...100), .text("SubscriptionId"),
            .states(
                (
                    0, "Open",
                    [
                        2: "Not Started", 3: "In Progress", 4: "Waiting on someone else",
                        7: "Deferred",
                    ]
                ), (1, "Completed", [5: "Completed"]), (2, "Canceled", [6: "Canceled"])),
        ])

    static let email = Activity.table(
        "Email", 4202, "Email", plural: "Emails",
        [
            .parties("From"), .parties("To"), .parties("Cc"), .parties("Bcc"),
            .text("Sender", 250), .text("ToRecipients", 500), .text("MimeType", 256),
            .text("MessageId", 320), .text("MessageIdDupCheck", 320), .text("InReplyTo", 320),
            .text("TrackingToken", 50),
            .text("SubmittedBy", 250),
            .flag("DirectionCode", default: true, "Incoming", "Outgoing"),
            .flag("ReadReceiptRequested"), .flag("DeliveryReceiptRequested"),
            .integer("DeliveryAttempts", 0...1_000_000_000), .flag("Compressed").readOnly,
            .choice("Notifications", [0: "None", 1: "The message was saved as a draft"]),
            .id("ConversationIndexHash"), .text("Category", 250), .text("Subcategory", 250),
            .lookup("ParentActivityId", "email", "email_email_parentactivityid"),
            .lookup(
                "EmailSender",
                [
                    ("account", "Account_Email_EmailSender"),
                    ("contact", "Contact_Email_EmailSender"), ("lead", "Lead_Email_EmailSender"),
                    ("queue", "Queue_Email_EmailSender"),
                    ("systemuser", "SystemUser_Email_EmailSender"),
                ]
            ).readOnly,
            .states(
                (0, "Open", [1: "Draft", 8: "Failed"]),
                (
                    1, "Completed",
                    [2: "Completed", 3: "Sent", 4: "Received", 6: "Pending Send", 7: "Sending"]
                ), (2, "Canceled", [5: "Canceled"])),
        ])

    static let phoneCall = Activity.table(
        "PhoneCall", 4210, "Phone Call", plural: "Phonecalls",
        [
            .parties("From"), .parties("To"), .text("PhoneNumber", 200), .text("Category", 250),
            .flag("DirectionCode", default: true, "Incoming", "Outgoing"), .flag("LeftVoiceMail"),
            .states(
                (0, "Open", [1: "Open"]), (1, "Completed", [2: "Made", 4: "Received"]),
                (2, "Canceled", [3: "Canceled"])),
        ])

    static let fax = Activity.table(
        "Fax", set: "faxes", 4204, "Fax", plural: "Faxes",
        [
            .parties("From"), .parties("To"), .text("FaxNumber", 200), .text("CoverPageName", 100),
            .text("BillingCode", 50), .text("Tsid", 20),
            .integer("NumberOfPages", 0...1_000_000_000),
            .flag("DirectionCode", default: true, "Incoming", "Outgoing"),
            .states(
                (0, "Open", [1: "Open"]),
                (1, "Completed", [2: "Completed", 3: "Sent", 4: "Received"]),
                (2, "Canceled", [5: "Canceled"])),
        ])

    static let letter = Activity.table(
        "Letter", 4207, "Letter", plural: "Letters",
        [
            .parties("From"), .parties("To"), .parties("Cc"), .parties("Bcc"),
            .text("Address", 200), .flag("DirectionCode", default: true, "Incoming", "Outgoing"),
            .states(
                (0, "Open", [1: "Open", 2: "Draft"]), (1, "Completed", [3: "Received", 4: "Sent"]),
                (2, "Canceled", [5: "Canceled"])),
        ])

    /// The columns of appointments, single or recurring.
    private static let meeting: [Column] = [
        .parties("RequiredAttendees"), .parties("OptionalAttendees"), .parties("Organizer"),
        .text("Location", 200), .text("GlobalObjectId", 300), .flag("IsAllDayEvent"),
        .flag("IsDraft"), .text("Category", 250), .text("Subcategory", 250),
        .states(
            (0, "Open", [1: "Free", 2: "Tentative"]), (1, "Completed", [3: "Completed"]),
            (2, "Canceled", [4: "Canceled"]), (3, "Scheduled", [5: "Busy", 6: "Out of Office"])),
    ]

    static let appointment = Activity.table(
        "Appointment", 4201, "Appointment", plural: "Appointments",
        meeting + [
            .date("OriginalStartDate").readOnly, .integer("ModifiedFieldsMask").readOnly,
            .integer("OutlookOwnerApptId"),
        ])

    /// How a meeting recurs; the rule and its master both have these columns.
    static let recurrence: [Column] = [
        .choice(
            "RecurrencePatternType", [0: "Daily", 1: "Weekly", 2: "Monthly", 3: "Yearly"],
            default: 1),
        .choice("PatternEndType", [1: "No End Date", 2: "Occurrences", 3: "Pattern End Date"]),
        .choice(
            "Instance", [1: "First", 2: "Second", 3: "Third", 4: "Fourth", 5: "Last"]),
        .choice(
            "MonthOfYear",
            [
                0: "Invalid Month Of Year", 1: "January", 2: "February", 3: "March", 4: "April",
                5: "May", 6: "June", 7: "July", 8: "August", 9: "September", 10: "October",
                11: "November", 12: "December",
            ]),
        .integer("Interval", 1...1_000_000_000), .integer("Occurrences", 0...999),
        .integer("DaysOfWeekMask", 0...127), .integer("DayOfMonth", 1...31), .flag("IsNthMonthly"),
        .flag("IsNthYearly"), .flag("IsWeekDayPattern"), .date("PatternStartDate"),
        .date("PatternEndDate"), .date("EffectiveStartDate"), .date("EffectiveEndDate"),
        .integer("Duration", 0...2_147_483_647), .date("StartTime"), .date("EndTime"),
        .integer("FirstDayOfWeek", 0...6), .id("RuleId").readOnly,
    ]

    static let recurringMaster = Activity.table(
        "RecurringAppointmentMaster", 4251, "Recurring Appointment",
        plural: "RecurringAppointmentMasters",
        meeting + recurrence + [
            .choice(
                "ExpansionStateCode",
                [0: "Unexpanded", 1: "Partially Expanded", 2: "Fully Expanded"], default: 0
            ).readOnly,
            .date("LastExpandedInstanceDate").readOnly, .memo("DeletedExceptionsList").readOnly,
            .date("NextExpansionInstanceDate").readOnly, .integer("SeriesStatus").readOnly,
        ])

    static let recurrenceRule = Table(
        "RecurrenceRule", 4250, "Recurrence Rule", id: "RecurrenceRuleId", name: nil,
        recurrence + [
            .lookup(
                "ObjectId", "recurringappointmentmaster",
                "RecurringAppointmentMaster_RecurrenceRules", Cascade(delete: .cascade))
        ])

    static let serviceAppointment = Activity.table(
        "ServiceAppointment", 4214, "Service Activity", plural: "ServiceAppointments",
        [
            .parties("Customers"), .parties("Resources"), .text("Location", 500),
            .flag("IsAllDayEvent"), .text("Category", 250), .id("SiteId"),
            .states(
                (0, "Open", [1: "Requested", 2: "Tentative"]), (1, "Closed", [8: "Completed"]),
                (2, "Canceled", [9: "Canceled", 10: "No Show"]),
                (
                    3, "Scheduled",
                    [4: "Reserved", 3: "Pending", 6: "In Progress", 7: "Arrived"]
                )),
        ])

    static let campaignResponse = Activity.table(
        "CampaignResponse", 4401, "Campaign Response", plural: "CampaignResponses",
        [
            .parties("Customer"), .parties("Partner"), .parties("From"), .date("ReceivedOn"),
            .choice(
                "ResponseCode",
                [
                    1: "Interested", 2: "Not Interested", 3: "Do Not Send Marketing Materials",
                    4: "Error",
                ], default: 1),
            .choice(
                "ChannelTypeCode",
                [1: "Email", 2: "Phone", 3: "Fax", 4: "Letter", 5: "Appointment", 6: "Others"]),
            .text("FirstName", 50), .text("LastName", 50), .text("CompanyName", 100),
            .text("EMailAddress", 100), .text("Telephone", 50), .text("Fax", 50),
            .text("PromotionCodeName", 250),
            .states(
                (0, "Open", [1: "Open"]), (1, "Closed", [2: "Closed"]),
                (2, "Canceled", [3: "Canceled"])),
        ])

    static let campaignActivity = Activity.table(
        "CampaignActivity", set: "campaignactivities", 4402, "Campaign Activity",
        plural: "CampaignActivities",
        [
            .parties("From"), .parties("Partners"), .money("BudgetedCost"), .money("ActualCost"),
            .choice(
                "TypeCode",
                [
                    1: "Research", 2: "Content Preparation", 3: "Target Marketing List Creation",
                    4: "Lead Qualification", 5: "Content Distribution", 6: "Direct Initial Contact",
                    7: "Direct Follow-Up Contact", 8: "Reminder Distribution",
                ]),
            .choice(
                "ChannelTypeCode",
                [1: "Phone", 2: "Appointment", 3: "Letter", 5: "Fax", 7: "Email", 9: "Other"]),
            .states(
                (
                    0, "Open",
                    [
                        1: "In Progress", 0: "Proposed", 4: "Pending", 5: "System Aborted",
                        6: "Completed",
                    ]
                ), (1, "Closed", [2: "Closed"]), (2, "Canceled", [3: "Canceled"])),
        ])

    static let bulkOperation = Activity.table(
        "BulkOperation", 4406, "Quick Campaign", plural: "BulkOperations",
        [
            .text("BulkOperationNumber", 100), .memo("Parameters"), .integer("OperationTypeCode"),
            .integer("TargetMembersCount"), .integer("SuccessCount"), .integer("FailureCount"),
            .states(
                (0, "Open", [1: "Pending", 2: "In Progress"]),
                (1, "Closed", [3: "Aborted", 4: "Completed"]), (2, "Canceled", [5: "Canceled"])),
        ])
}
