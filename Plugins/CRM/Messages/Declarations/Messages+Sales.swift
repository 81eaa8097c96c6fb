// Keys and types: the request classes of the Dynamics CRM mobile SDK for iOS at 37c7074, and Microsoft's
// documentation of the organization service for the messages that it lacks.

/// Closes a lead, and makes an account, a contact and an opportunity of it.
public enum QualifyLead: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `LeadId`.
        public let leadId = Field<EntityReference>("LeadId")
        /// `CreateAccount`.
        public let createAccount = Field<Bool>("CreateAccount")
        /// `CreateContact`.
        public let createContact = Field<Bool>("CreateContact")
        /// `CreateOpportunity`.
        public let createOpportunity = Field<Bool>("CreateOpportunity")
        /// `OpportunityCurrencyId`.
        public let opportunityCurrencyId = Field<EntityReference>(
            "OpportunityCurrencyId", optional: true)
        /// `OpportunityCustomerId`.
        public let opportunityCustomerId = Field<EntityReference>(
            "OpportunityCustomerId", optional: true)
        /// `SourceCampaignId`.
        public let sourceCampaignId = Field<EntityReference>("SourceCampaignId", optional: true)
        /// `Status`.
        public let status = Field<OptionSetValue>("Status")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `CreatedEntities`.
        public let createdEntities = Field<EntityReferenceCollection>("CreatedEntities")
        /// The declarations.
        public init() {}
    }
}

/// Closes an opportunity as won.
public enum WinOpportunity: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `OpportunityClose`.
        public let opportunityClose = Field<Entity>("OpportunityClose")
        /// `Status`.
        public let status = Field<OptionSetValue>("Status")
        /// The declarations.
        public init() {}
    }
}

/// Closes an opportunity as lost.
public enum LoseOpportunity: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `OpportunityClose`.
        public let opportunityClose = Field<Entity>("OpportunityClose")
        /// `Status`.
        public let status = Field<OptionSetValue>("Status")
        /// The declarations.
        public init() {}
    }
}

/// Closes an active quote as won.
public enum WinQuote: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `QuoteClose`.
        public let quoteClose = Field<Entity>("QuoteClose")
        /// `Status`.
        public let status = Field<OptionSetValue>("Status")
        /// The declarations.
        public init() {}
    }
}

/// Closes an active quote as lost, cancelled or revised.
public enum CloseQuote: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `QuoteClose`.
        public let quoteClose = Field<Entity>("QuoteClose")
        /// `Status`.
        public let status = Field<OptionSetValue>("Status")
        /// The declarations.
        public init() {}
    }
}

/// Makes a new draft of a closed quote.
public enum ReviseQuote: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `QuoteId`.
        public let quoteId = Field<GUID>("QuoteId")
        /// `ColumnSet`.
        public let columnSet = Field<ColumnSet>("ColumnSet")
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

/// Cancels an order.
public enum CancelSalesOrder: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `OrderClose`.
        public let orderClose = Field<Entity>("OrderClose")
        /// `Status`.
        public let status = Field<OptionSetValue>("Status")
        /// The declarations.
        public init() {}
    }
}

/// Keeps the prices of an order from changes in the catalogue.
public enum LockSalesOrderPricing: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `SalesOrderId`.
        public let salesOrderId = Field<GUID>("SalesOrderId")
        /// The declarations.
        public init() {}
    }
}

/// Keeps the prices of an invoice from changes in the catalogue.
public enum LockInvoicePricing: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `InvoiceId`.
        public let invoiceId = Field<GUID>("InvoiceId")
        /// The declarations.
        public init() {}
    }
}

/// Puts a product into a kit.
public enum AddProductToKit: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `KitId`.
        public let kitId = Field<GUID>("KitId")
        /// `ProductId`.
        public let productId = Field<GUID>("ProductId")
        /// The declarations.
        public init() {}
    }
}

/// Computes the rollup of a goal and of the goals above it.
public enum Recalculate: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<EntityReference>("Target")
        /// The declarations.
        public init() {}
    }
}
