// Keys and types: the request classes of the Dynamics CRM mobile SDK for iOS at 37c7074, and Microsoft's
// documentation of the organization service for the messages that it lacks.

/// Creates a record, with the records in its relationships, and returns its identity.
public enum Create: Message {
    /// ``MessageNamespace/xrm``.
    public static let namespace = MessageNamespace.xrm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<Entity>("Target")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `id`.
        public let id = Field<GUID>("id")
        /// The declarations.
        public init() {}
    }
}

/// Reads a record, and the related records of a query.
public enum Retrieve: Message {
    /// ``MessageNamespace/xrm``.
    public static let namespace = MessageNamespace.xrm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<EntityReference>("Target")
        /// `ColumnSet`.
        public let columnSet = Field<ColumnSet>("ColumnSet")
        /// `RelatedEntitiesQuery`.
        public let relatedEntitiesQuery = Field<RelationshipQueryCollection>(
            "RelatedEntitiesQuery", optional: true)
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

/// Reads a page of records.
public enum RetrieveMultiple: Message {
    /// ``MessageNamespace/xrm``.
    public static let namespace = MessageNamespace.xrm
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
        /// The declarations.
        public init() {}
    }
}

/// Changes the attributes that the record carries; the others stay.
public enum Update: Message {
    /// ``MessageNamespace/xrm``.
    public static let namespace = MessageNamespace.xrm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<Entity>("Target")
        /// `ConcurrencyBehavior`.
        public let concurrencyBehavior = Field<OptionSetValue>(
            "ConcurrencyBehavior", optional: true)
        /// The declarations.
        public init() {}
    }
}

/// Deletes a record, and what its relationships cascade to.
public enum Delete: Message {
    /// ``MessageNamespace/xrm``.
    public static let namespace = MessageNamespace.xrm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<EntityReference>("Target")
        /// `ConcurrencyBehavior`.
        public let concurrencyBehavior = Field<OptionSetValue>(
            "ConcurrencyBehavior", optional: true)
        /// The declarations.
        public init() {}
    }
}

/// Updates a record by its identity or alternate key, or inserts it.
public enum Upsert: Message {
    /// ``MessageNamespace/xrm``.
    public static let namespace = MessageNamespace.xrm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<Entity>("Target")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `Target`.
        public let target = Field<EntityReference>("Target")
        /// `RecordCreated`.
        public let recordCreated = Field<Bool>("RecordCreated")
        /// The declarations.
        public init() {}
    }
}

/// Gives a record another owner.
public enum Assign: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<EntityReference>("Target")
        /// `Assignee`.
        public let assignee = Field<EntityReference>("Assignee")
        /// The declarations.
        public init() {}
    }
}

/// Changes state and status of a record; status -1 is the default of the state.
public enum SetState: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `EntityMoniker`.
        public let entityMoniker = Field<EntityReference>("EntityMoniker")
        /// `State`.
        public let state = Field<OptionSetValue>("State")
        /// `Status`.
        public let status = Field<OptionSetValue>("Status")
        /// The declarations.
        public init() {}
    }
}

/// Moves what hangs on a duplicate to the record that stays, and deactivates the duplicate.
public enum Merge: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<EntityReference>("Target")
        /// `SubordinateId`.
        public let subordinateId = Field<GUID>("SubordinateId")
        /// `UpdateContent`.
        public let updateContent = Field<Entity>("UpdateContent")
        /// `PerformParentingChecks`.
        public let performParentingChecks = Field<Bool>("PerformParentingChecks")
        /// The declarations.
        public init() {}
    }
}
