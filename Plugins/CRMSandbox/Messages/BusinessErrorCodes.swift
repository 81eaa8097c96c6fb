import CRMPlugin

/// Codes that only one or two messages use.
extension ErrorCode {
    // Sales
    static let leadAlreadyClosed = ErrorCode(0x8004_0519)
    static let priceLocked = ErrorCode(0x8004_3B1D)
    static let notAKit = ErrorCode(0x8004_3AFD)
    static let kitInItself = ErrorCode(0x8006_1032)
    static let productInItself = ErrorCode(0x8004_3AFE)
    static let kitLoop = ErrorCode(0x8004_3B23)
    static let familyInKit = ErrorCode(0x8006_1024)
    // Service
    static let incidentResolved = ErrorCode(0x8004_04CF)
    static let incidentClosedOrCanceled = ErrorCode(0x8004_4411)
    static let contractNotCancelable = ErrorCode(0x8004_3203)
    // Marketing
    static let wrongListMember = ErrorCode(0x8004_0301)
    static let listLocked = ErrorCode(0x8004_0302)
    static let listInactive = ErrorCode(0x8004_033A)
    static let listDynamic = ErrorCode(0x8004_F701)
    static let listStatic = ErrorCode(0x8004_F704)
    static let notAListMember = ErrorCode(0x8004_8458)
    static let campaignItemInactive = ErrorCode(0x8004_0304)
    // Queues
    static let notQueueEnabled = ErrorCode(0x8004_051C)
    static let queueItemDeactivated = ErrorCode(0x8004_051D)
    static let queuedRecordInactive = ErrorCode(0x8004_051E)
    static let emailAlreadyQueued = ErrorCode(0x8004_0523)
    static let notInSourceQueue = ErrorCode(0x8004_0524)
    static let routesToSameQueue = ErrorCode(0x8004_051B)
    static let routesInactiveItem = ErrorCode(0x8004_0527)
    static let routesToNonmember = ErrorCode(0x8063_1121)
    static let cannotRouteToQueue = ErrorCode(0x8004_04EA)
    static let cannotFindUserQueue = ErrorCode(0x8004_04EC)
    // Email
    static let noRecipient = ErrorCode(0x8004_0B04)
    static let noFaxRecipient = ErrorCode(0x8004_350D)
    static let severalFaxRecipients = ErrorCode(0x8004_350E)
    // Scheduling
    static let invalidSchedule = ErrorCode(0x8006_0914)
    static let invalidRecurrencePattern = ErrorCode(0x8004_E100)
    static let recurrenceWithoutOccurrence = ErrorCode(0x8004_E117)
    static let recurrenceStart = ErrorCode(0x8004_E118)
    static let recurrenceEnd = ErrorCode(0x8004_E119)
    static let invalidRecurrenceRule = ErrorCode(0x8004_0246)
    static let invalidAppointment = ErrorCode(0x8004_E104)
    static let appointmentDeleted = ErrorCode(0x8004_E106)
    static let seriesCompleted = ErrorCode(0x8004_E10B)
    // Merge
    static let mergeCycle = ErrorCode(0x8004_5300)
    static let mergeActiveQuote = ErrorCode(0x8004_5302)
    static let mergeInactive = ErrorCode(0x8004_5304)
    static let mergeIdentical = ErrorCode(0x8004_5305)
    static let mergeDifferentParents = ErrorCode(0x8004_5316)
    // Security
    static let invalidPrivilegeDepth = ErrorCode(0x8004_140B)
}
