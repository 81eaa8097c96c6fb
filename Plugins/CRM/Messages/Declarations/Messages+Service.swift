public import PeriluneCore

// Keys and types: the request classes of the Dynamics CRM mobile SDK for iOS at 37c7074.

/// Resolves a case.
public enum CloseIncident: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `IncidentResolution`.
        public let incidentResolution = Field<Entity>("IncidentResolution")
        /// `Status`.
        public let status = Field<OptionSetValue>("Status")
        /// The declarations.
        public init() {}
    }
}

/// Cancels a contract from a day on.
public enum CancelContract: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `ContractId`.
        public let contractId = Field<GUID>("ContractId")
        /// `CancelDate`.
        public let cancelDate = Field<Timestamp>("CancelDate")
        /// `Status`.
        public let status = Field<OptionSetValue>("Status")
        /// The declarations.
        public init() {}
    }
}

/// Copies a contract, and its lines, into a new draft.
public enum CloneContract: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `ContractId`.
        public let contractId = Field<GUID>("ContractId")
        /// `IncludeCanceledLines`.
        public let includeCanceledLines = Field<Bool>("IncludeCanceledLines")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `Entity`.
        public let entity = Field<Entity>("Entity")
        /// The declarations.
        public init() {}
    }
}
