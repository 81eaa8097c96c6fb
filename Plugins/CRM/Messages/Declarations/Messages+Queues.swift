// Keys and types: the request classes of the Dynamics CRM mobile SDK for iOS at 37c7074.

/// Puts a record into a queue, or moves it there.
public enum AddToQueue: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<EntityReference>("Target")
        /// `SourceQueueId`.
        public let sourceQueueId = Field<GUID>("SourceQueueId", optional: true)
        /// `DestinationQueueId`.
        public let destinationQueueId = Field<GUID>("DestinationQueueId")
        /// `QueueItemProperties`.
        public let queueItemProperties = Field<Entity>("QueueItemProperties", optional: true)
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `QueueItemId`.
        public let queueItemId = Field<GUID>("QueueItemId")
        /// The declarations.
        public init() {}
    }
}

/// Gives a queue item to a worker, or removes it from the queue for him.
public enum PickFromQueue: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `QueueItemId`.
        public let queueItemId = Field<GUID>("QueueItemId")
        /// `WorkerId`.
        public let workerId = Field<GUID>("WorkerId")
        /// `RemoveQueueItem`.
        public let removeQueueItem = Field<Bool>("RemoveQueueItem")
        /// The declarations.
        public init() {}
    }
}

/// Takes a queue item from its worker, so that others can pick it.
public enum ReleaseToQueue: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `QueueItemId`.
        public let queueItemId = Field<GUID>("QueueItemId")
        /// The declarations.
        public init() {}
    }
}

/// Deletes a queue item; the record stays.
public enum RemoveFromQueue: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `QueueItemId`.
        public let queueItemId = Field<GUID>("QueueItemId")
        /// The declarations.
        public init() {}
    }
}

/// Moves a queue item to a queue, a user or a team.
public enum RouteTo: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<EntityReference>("Target")
        /// `QueueItemId`.
        public let queueItemId = Field<GUID>("QueueItemId")
        /// The declarations.
        public init() {}
    }
}

/// Makes a user or a team a member of a queue.
public enum AddPrincipalToQueue: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `QueueId`.
        public let queueId = Field<GUID>("QueueId")
        /// `Principal`.
        public let principal = Field<Entity>("Principal")
        /// The declarations.
        public init() {}
    }
}

/// Reads the queues that a user works in.
public enum RetrieveUserQueues: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `UserId`.
        public let userId = Field<GUID>("UserId")
        /// `IncludePublic`.
        public let includePublic = Field<Bool>("IncludePublic")
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
