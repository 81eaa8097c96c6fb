public import PeriluneCore

// Keys and types: the request classes of the Dynamics CRM mobile SDK for iOS at 37c7074.

/// Creates an appointment if everybody is free.
public enum Book: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<Entity>("Target")
        /// `ReturnNotifications`.
        public let returnNotifications = Field<Bool>("ReturnNotifications", optional: true)
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `ValidationResult`.
        public let validationResult = Field<ValidationResult>("ValidationResult")
        /// `Notifications`.
        public let notifications = Field<CRMValue>("Notifications")
        /// The declarations.
        public init() {}
    }
}

/// Moves an appointment if all participants are free.
public enum Reschedule: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<Entity>("Target")
        /// `ReturnNotifications`.
        public let returnNotifications = Field<Bool>("ReturnNotifications", optional: true)
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `ValidationResult`.
        public let validationResult = Field<ValidationResult>("ValidationResult")
        /// `Notifications`.
        public let notifications = Field<CRMValue>("Notifications")
        /// The declarations.
        public init() {}
    }
}

/// Makes an appointment the first of a series.
public enum AddRecurrence: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<Entity>("Target")
        /// `AppointmentId`.
        public let appointmentId = Field<GUID>("AppointmentId")
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

/// Adds appointments to the end of a series.
public enum CreateInstance: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<Entity>("Target")
        /// `Count`.
        public let count = Field<Int32>("Count")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `SeriesCanBeExpanded`.
        public let seriesCanBeExpanded = Field<Bool>("SeriesCanBeExpanded")
        /// The declarations.
        public init() {}
    }
}

/// Changes or removes one appointment of a series.
public enum CreateException: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<Entity>("Target")
        /// `OriginalStartDate`.
        public let originalStartDate = Field<Timestamp>("OriginalStartDate")
        /// `IsDeleted`.
        public let isDeleted = Field<Bool>("IsDeleted")
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

/// Ends a series, and deletes open instances after its end.
public enum DeleteOpenInstances: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<Entity>("Target")
        /// `SeriesEndDate`.
        public let seriesEndDate = Field<Timestamp>("SeriesEndDate")
        /// `StateOfPastInstances`.
        public let stateOfPastInstances = Field<Int32>("StateOfPastInstances")
        /// The declarations.
        public init() {}
    }
}

/// Checks a recurrence rule, and describes it.
public enum ValidateRecurrenceRule: Message {
    /// ``MessageNamespace/crm``.
    public static let namespace = MessageNamespace.crm
    /// The parameters of the message.
    public struct Parameters: MessageFields {
        /// `Target`.
        public let target = Field<Entity>("Target")
        /// The declarations.
        public init() {}
    }
    /// The results of the message.
    public struct Results: MessageFields {
        /// `Description`.
        public let description = Field<String>("Description")
        /// The declarations.
        public init() {}
    }
}
