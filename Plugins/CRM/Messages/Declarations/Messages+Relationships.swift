// Keys and types: the request classes of the Dynamics CRM mobile SDK for iOS at 37c7074, and Microsoft's
// documentation of the organization service for the messages that it lacks.

/// Links a record to others through a relationship of any kind.
public enum Associate: Message {
    /// ``MessageNamespace/xrm``.
    public static let namespace = MessageNamespace.xrm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<EntityReference>("Target")
        /// `Relationship`.
        public let relationship = Field<Relationship>("Relationship")
        /// `RelatedEntities`.
        public let relatedEntities = Field<EntityReferenceCollection>("RelatedEntities")
        /// The declarations.
        public init() {}
    }
}

/// Unlinks a record from others.
public enum Disassociate: Message {
    /// ``MessageNamespace/xrm``.
    public static let namespace = MessageNamespace.xrm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<EntityReference>("Target")
        /// `Relationship`.
        public let relationship = Field<Relationship>("Relationship")
        /// `RelatedEntities`.
        public let relatedEntities = Field<EntityReferenceCollection>("RelatedEntities")
        /// The declarations.
        public init() {}
    }
}

/// Links two records through an N:N relationship; the older form of Associate.
public enum AssociateEntities: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Moniker1`.
        public let moniker1 = Field<EntityReference>("Moniker1")
        /// `Moniker2`.
        public let moniker2 = Field<EntityReference>("Moniker2")
        /// `RelationshipName`.
        public let relationshipName = Field<String>("RelationshipName")
        /// The declarations.
        public init() {}
    }
}

/// Unlinks two records of an N:N relationship; the older form of Disassociate.
public enum DisassociateEntities: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Moniker1`.
        public let moniker1 = Field<EntityReference>("Moniker1")
        /// `Moniker2`.
        public let moniker2 = Field<EntityReference>("Moniker2")
        /// `RelationshipName`.
        public let relationshipName = Field<String>("RelationshipName")
        /// The declarations.
        public init() {}
    }
}

/// Links the first two records through their default relationship; deprecated.
public enum SetRelated: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<[EntityReference]>("Target")
        /// The declarations.
        public init() {}
    }
}

/// Unlinks the first two records; deprecated.
public enum RemoveRelated: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<[EntityReference]>("Target")
        /// The declarations.
        public init() {}
    }
}
