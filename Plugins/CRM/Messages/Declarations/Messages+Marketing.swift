// Keys and types: the request classes of the Dynamics CRM mobile SDK for iOS at 37c7074.

/// Adds a list, a product, a piece of literature or a campaign to a campaign.
public enum AddItemCampaign: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `CampaignId`.
        public let campaignId = Field<GUID>("CampaignId")
        /// `EntityId`.
        public let entityId = Field<GUID>("EntityId")
        /// `EntityName`.
        public let entityName = Field<String>("EntityName")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `CampaignItemId`.
        public let campaignItemId = Field<GUID>("CampaignItemId")
        /// The declarations.
        public init() {}
    }
}

/// Removes an item from a campaign.
public enum RemoveItemCampaign: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `CampaignId`.
        public let campaignId = Field<GUID>("CampaignId")
        /// `EntityId`.
        public let entityId = Field<GUID>("EntityId")
        /// The declarations.
        public init() {}
    }
}

/// Adds a member to a static list.
public enum AddMemberList: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `ListId`.
        public let listId = Field<GUID>("ListId")
        /// `EntityId`.
        public let entityId = Field<GUID>("EntityId")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `Id`.
        public let id = Field<GUID>("Id")
        /// The declarations.
        public init() {}
    }
}

/// Adds members to a static list; existing members are kept.
public enum AddListMembersList: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `ListId`.
        public let listId = Field<GUID>("ListId")
        /// `MemberIds`.
        public let memberIds = Field<[GUID]>("MemberIds")
        /// The declarations.
        public init() {}
    }
}

/// Removes a member from a list.
public enum RemoveMemberList: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `ListId`.
        public let listId = Field<GUID>("ListId")
        /// `EntityId`.
        public let entityId = Field<GUID>("EntityId")
        /// The declarations.
        public init() {}
    }
}

/// Creates a static list of the current members of a dynamic list.
public enum CopyDynamicListToStatic: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `ListId`.
        public let listId = Field<GUID>("ListId")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `StaticListId`.
        public let staticListId = Field<GUID>("StaticListId")
        /// The declarations.
        public init() {}
    }
}
