public import PeriluneCore

// Keys and types: the request classes of the Dynamics CRM mobile SDK for iOS at 37c7074.

/// Sends an e-mail, or records that it was sent.
public enum SendEmail: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `EmailId`.
        public let emailId = Field<GUID>("EmailId")
        /// `IssueSend`.
        public let issueSend = Field<Bool>("IssueSend")
        /// `TrackingToken`.
        public let trackingToken = Field<String>("TrackingToken")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `Subject`.
        public let subject = Field<String>("Subject")
        /// The declarations.
        public init() {}
    }
}

/// Sends a fax, or records that it was sent.
public enum SendFax: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `FaxId`.
        public let faxId = Field<GUID>("FaxId")
        /// `IssueSend`.
        public let issueSend = Field<Bool>("IssueSend")
        /// The declarations.
        public init() {}
    }
}

/// Returns the e-mails that wait to be sent.
public enum BackgroundSendEmail: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Query`.
        public let query = Field<QueryBase>("Query")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `EntityCollection`.
        public let entityCollection = Field<EntityCollection>("EntityCollection")
        /// `HasAttachments`.
        public let hasAttachments = Field<[Bool]>("HasAttachments")
        /// The declarations.
        public init() {}
    }
}

/// Returns whether CRM should store an e-mail that arrived.
public enum CheckIncomingEmail: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `MessageId`.
        public let messageId = Field<String>("MessageId")
        /// `Subject`.
        public let subject = Field<String>("Subject")
        /// `From`.
        public let from = Field<String>("From")
        /// `To`.
        public let to = Field<String>("To")
        /// `Cc`.
        public let cc = Field<String>("Cc")
        /// `Bcc`.
        public let bcc = Field<String>("Bcc")
        /// `ExtraProperties`.
        public let extraProperties = Field<Entity>("ExtraProperties", optional: true)
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `ShouldDeliver`.
        public let shouldDeliver = Field<Bool>("ShouldDeliver")
        /// `ReasonCode`.
        public let reasonCode = Field<Int32>("ReasonCode")
        /// The declarations.
        public init() {}
    }
}

/// Says whether an e-mail of a mail program belongs into CRM.
public enum CheckPromoteEmail: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `MessageId`.
        public let messageId = Field<String>("MessageId")
        /// `Subject`.
        public let subject = Field<String>("Subject")
        /// `DirectionCode`.
        public let directionCode = Field<Int32>("DirectionCode", optional: true)
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `ShouldPromote`.
        public let shouldPromote = Field<Bool>("ShouldPromote")
        /// `ReasonCode`.
        public let reasonCode = Field<Int32>("ReasonCode")
        /// The declarations.
        public init() {}
    }
}

/// Makes an e-mail that arrived a record.
public enum DeliverIncomingEmail: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `MessageId`.
        public let messageId = Field<String>("MessageId")
        /// `Subject`.
        public let subject = Field<String>("Subject")
        /// `From`.
        public let from = Field<String>("From")
        /// `To`.
        public let to = Field<String>("To")
        /// `Cc`.
        public let cc = Field<String>("Cc")
        /// `Bcc`.
        public let bcc = Field<String>("Bcc")
        /// `ReceivedOn`.
        public let receivedOn = Field<Timestamp>("ReceivedOn")
        /// `SubmittedBy`.
        public let submittedBy = Field<String>("SubmittedBy")
        /// `Importance`.
        public let importance = Field<String>("Importance")
        /// `Body`.
        public let body = Field<String>("Body")
        /// `Attachments`.
        public let attachments = Field<EntityCollection>("Attachments")
        /// `ExtraProperties`.
        public let extraProperties = Field<Entity>("ExtraProperties", optional: true)
        /// `ValidateBeforeCreate`.
        public let validateBeforeCreate = Field<Bool>("ValidateBeforeCreate", optional: true)
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `EmailId`.
        public let emailId = Field<GUID>("EmailId")
        /// The declarations.
        public init() {}
    }
}

/// Makes an e-mail of a mail program a record.
public enum DeliverPromoteEmail: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `EmailId`.
        public let emailId = Field<GUID>("EmailId")
        /// `MessageId`.
        public let messageId = Field<String>("MessageId")
        /// `Subject`.
        public let subject = Field<String>("Subject")
        /// `From`.
        public let from = Field<String>("From")
        /// `To`.
        public let to = Field<String>("To")
        /// `Cc`.
        public let cc = Field<String>("Cc")
        /// `Bcc`.
        public let bcc = Field<String>("Bcc")
        /// `ReceivedOn`.
        public let receivedOn = Field<Timestamp>("ReceivedOn")
        /// `SubmittedBy`.
        public let submittedBy = Field<String>("SubmittedBy")
        /// `Importance`.
        public let importance = Field<String>("Importance")
        /// `Body`.
        public let body = Field<String>("Body")
        /// `Attachments`.
        public let attachments = Field<EntityCollection>("Attachments")
        /// `ExtraProperties`.
        public let extraProperties = Field<Entity>("ExtraProperties", optional: true)
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `EmailId`.
        public let emailId = Field<GUID>("EmailId")
        /// The declarations.
        public init() {}
    }
}
