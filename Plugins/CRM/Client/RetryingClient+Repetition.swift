public import PeriluneCore

/// What a second try of a message would do, if the first one happened although nobody heard of it.
enum Repetition {
    /// Nothing: it only reads, or it sets what it sets again.
    case harmless
    /// CRM refuses it with this code, which then says that the first one happened.
    case refused(ErrorCode, answer: OrganizationResponse)
    /// It would happen twice.
    case harmful

    init(of request: OrganizationRequest) {
        let name = request.requestName
        switch name {
        case "Create":
            guard case .entity(let entity)? = request.parameters["Target"], let id = entity.id,
                id != .zero
            else {
                self = .harmful
                return
            }
            self = .refused(
                .duplicateRecord, answer: OrganizationResponse(name, ["id": .guid(id)]))
        case "Delete":
            self = .refused(.objectDoesNotExist, answer: OrganizationResponse(name))
        case "Associate":
            self = .refused(.duplicateRecord, answer: OrganizationResponse(name))
        case "Update", "Upsert", "SetState", "Assign", "Disassociate":
            self = Self.isConditional(request) ? .harmful : .harmless
        case _ where name.hasPrefix("Retrieve") || Self.reads.contains(name): self = .harmless
        default: self = .harmful
        }
    }

    /// The second try would find the version that the first one left.
    private static func isConditional(_ request: OrganizationRequest) -> Bool {
        guard case .option(let behavior)? = request.parameters["ConcurrencyBehavior"] else {
            return false
        }
        return behavior.value == 1
    }

    /// Messages that change nothing, and whose names don't tell it.
    private static let reads: Set<String> = [
        "WhoAmI", "FetchXmlToQueryExpression", "QueryExpressionToFetchXml", "ExecuteFetch",
        "LocalTimeFromUtcTime", "UtcTimeFromLocalTime", "QuerySchedule", "QueryMultipleSchedules",
        "Search", "Rollup", "IsValidStateTransition", "CheckIncomingEmail", "CheckPromoteEmail",
        "ExpandCalendar", "GetTimeZoneCodeByLocalizedName", "GetAllTimeZonesWithDisplayName",
        "CalculateActualValueOpportunity", "CalculateTotalTimeIncident", "ValidateRecurrenceRule",
        "IsComponentCustomizable", "GetValidManyToMany", "GetValidReferencedEntities",
        "GetValidReferencingEntities", "CanBeReferenced", "CanBeReferencing", "CanManyToMany",
    ]
}

/// What a failure says about whether the message happened.
enum FailureKind {
    /// It did not reach the organization, or was turned away at the door.
    case notBegun(retryAfter: Double?)
    /// It may have happened.
    case unknown
    /// Another try would fail likewise.
    case final

    init(_ error: CRMError) {
        switch error {
        case .fault(let fault):
            let isThrottled =
                fault.retryAfter != nil
                || [.throttledCount, .throttledTime, .throttledConcurrency].contains(fault.code)
            self = isThrottled ? .notBegun(retryAfter: fault.retryAfter) : .final
        case .failure(let error):
            switch error.code.rawValue {
            case "http.connect", "http.resolve": self = .notBegun(retryAfter: nil)
            case "http.timeout", "http.truncated", "http.failed", "crm.unavailable": self = .unknown
            default: self = .final
            }
        }
    }
}

extension PeriluneError.Code {
    /// A gateway answered in place of the organization: 502, 503 or 504.
    ///
    /// Transports throw it, so that what is safe to repeat is repeated.
    public static let crmUnavailable: Self = "crm.unavailable"
}
