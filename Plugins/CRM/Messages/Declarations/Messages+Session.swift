// Keys and types: the request classes of the Dynamics CRM mobile SDK for iOS at 37c7074, and Microsoft's
// documentation of the organization service for the messages that it lacks.

/// Says who the caller is.
public enum WhoAmI: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The results of the message.
    public struct Results: MessageFields {
        /// `UserId`.
        public let userId = Field<GUID>("UserId")
        /// `BusinessUnitId`.
        public let businessUnitId = Field<GUID>("BusinessUnitId")
        /// `OrganizationId`.
        public let organizationId = Field<GUID>("OrganizationId")
        /// The declarations.
        public init() {}
    }
}

/// Says which version the organization runs.
public enum RetrieveVersion: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The results of the message.
    public struct Results: MessageFields {
        /// `Version`.
        public let version = Field<String>("Version")
        /// The declarations.
        public init() {}
    }
}

/// Carries out requests one after the other, each in its own transaction.
public enum ExecuteMultiple: Message {
    /// ``MessageNamespace/xrm``.
    public static let namespace = MessageNamespace.xrm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Requests`.
        public let requests = Field<[OrganizationRequest]>("Requests")
        /// `Settings`.
        public let settings = Field<ExecuteMultipleSettings>("Settings")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `IsFaulted`.
        public let isFaulted = Field<Bool>("IsFaulted")
        /// `Responses`.
        public let responses = Field<[ExecuteMultipleResponseItem]>("Responses")
        /// The declarations.
        public init() {}
    }
}

/// Carries out requests in one transaction: all or none.
public enum ExecuteTransaction: Message {
    /// ``MessageNamespace/xrm``.
    public static let namespace = MessageNamespace.xrm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Requests`.
        public let requests = Field<[OrganizationRequest]>("Requests")
        /// `ReturnResponses`.
        public let returnResponses = Field<Bool>("ReturnResponses", optional: true)
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `Responses`.
        public let responses = Field<[OrganizationResponse]>("Responses")
        /// The declarations.
        public init() {}
    }
}
