public import PeriluneCore

/// The effect of repeating a message that may have been carried out although its answer was lost.
enum Repetition {
    /// No effect: the message only reads, or it sets the same values again.
    case harmless
    /// CRM refuses a repetition with this code, which shows that the first attempt was carried out.
    case refused(ErrorCode, answer: OrganizationResponse)
    /// CRM refuses a repetition, because the record has changed.
    ///
    /// The first attempt may have changed it, or another client. The witness is a record that only this message
    /// creates, under an id that the sender chose: if it exists, the first attempt was carried out.
    case guarded(witness: EntityReference?, answer: OrganizationResponse)
    /// The operation would be carried out twice.
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
            self =
                Self.isConditional(request)
                ? .guarded(witness: nil, answer: OrganizationResponse(name)) : .harmless
        case _ where name.hasPrefix("Retrieve") || Self.reads.contains(name): self = .harmless
        default:
            guard let parameter = Self.closingActivities[name],
                case .entity(let activity)? = request.parameters[parameter],
                let id = activity.id, id != .zero
            else {
                self = .harmful
                return
            }
            self = .guarded(
                witness: EntityReference(activity.logicalName, id),
                answer: OrganizationResponse(name))
        }
    }

    /// Whether a second attempt changes nothing.
    var isHarmless: Bool {
        if case .harmless = self { true } else { false }
    }

    /// Whether a second attempt is harmless, or reveals whether the first one was carried out.
    var isAllowed: Bool {
        if case .harmful = self { false } else { true }
    }

    /// The parameter of each message that closes a record by creating an activity: with an id of the sender's
    /// choice, the activity is the message's witness.
    static let closingActivities = [
        "WinOpportunity": "OpportunityClose", "LoseOpportunity": "OpportunityClose",
        "WinQuote": "QuoteClose", "CloseQuote": "QuoteClose",
        "CloseIncident": "IncidentResolution", "CancelSalesOrder": "OrderClose",
        "FulfillSalesOrder": "OrderClose",
    ]

    /// Whether the message requires a version of the record, which the first attempt would have changed.
    private static func isConditional(_ request: OrganizationRequest) -> Bool {
        guard case .option(let behavior)? = request.parameters["ConcurrencyBehavior"] else {
            return false
        }
        return behavior.value == 1
    }

    /// Messages that change nothing although their names do not show it.
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

/// Whether a message that failed was carried out, as far as the failure shows.
enum AttemptOutcome {
    /// It did not reach the organization, or was refused immediately.
    case notBegun(retryAfter: Double?)
    /// It may have been carried out, and another attempt may succeed.
    case unknown
    /// It may have been carried out, and another attempt is pointless.
    case unreadable
    /// It was not carried out, and another attempt would fail too.
    case final

    /// - Parameters:
    ///   - error: The failure.
    ///   - mayBeSent: Whether the message may have reached the organization.
    init(_ error: CRMError, mayBeSent: Bool = true) {
        switch error {
        case .fault(let fault):
            let isThrottled =
                fault.retryAfter != nil
                || [.throttledCount, .throttledTime, .throttledConcurrency].contains(fault.code)
            self = isThrottled ? .notBegun(retryAfter: fault.retryAfter) : .final
        case .failure(let error):
            switch error.code.rawValue {
            case "http.connect", "http.resolve": self = .notBegun(retryAfter: nil)
            case "http.timeout", "http.truncated", "http.failed", "crm.unavailable":
                self = mayBeSent ? .unknown : .notBegun(retryAfter: nil)
            case "http.tls", "http.request", "crm.unauthorized", "effect.unknown": self = .final
            default: self = mayBeSent ? .unreadable : .final
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
