/// The result of Book and Reschedule: whether the appointment is valid, and if not, why.
public struct ValidationResult: Hashable, Sendable {
    /// Whether it was booked.
    public var validationSuccess: Bool
    /// Why not.
    public var traceInfo: TraceInfo?
    /// The appointment.
    public var activityId: GUID

    /// Makes a result.
    public init(_ success: Bool, activityId: GUID, traceInfo: TraceInfo? = nil) {
        validationSuccess = success
        self.activityId = activityId
        self.traceInfo = traceInfo
    }
}

/// The reasons of a failed validation.
public struct TraceInfo: Hashable, Sendable {
    /// The reasons.
    public var errorInfoList: [ErrorInfo]

    /// Makes a list.
    public init(_ errors: [ErrorInfo]) { errorInfoList = errors }
}

/// A reason of a failed validation.
public struct ErrorInfo: Hashable, Sendable {
    /// A name such as `RequiredResourcesNotAvailable`.
    public var errorCode: String
    /// The conflicting resources.
    public var resourceList: [ResourceInfo]

    /// Makes a reason.
    public init(_ errorCode: String, _ resources: [ResourceInfo] = []) {
        self.errorCode = errorCode
        resourceList = resources
    }
}

/// A resource that can be booked.
public struct ResourceInfo: Hashable, Sendable {
    /// The record.
    public var id: GUID
    /// The display name.
    public var displayName: String
    /// The table.
    public var entityName: String

    /// Makes a resource.
    public init(_ id: GUID, displayName: String, entityName: String) {
        self.id = id
        self.displayName = displayName
        self.entityName = entityName
    }
}
