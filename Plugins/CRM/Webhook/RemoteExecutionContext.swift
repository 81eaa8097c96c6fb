public import PeriluneCore

/// The content of a webhook: the operation, its user, and the record before and after it.
///
/// The sandbox sends it; a test may make one to check how a script handles it.
public struct RemoteExecutionContext: Sendable {
    /// The business unit of the caller.
    public var businessUnitId = GUID.zero
    /// Follows a chain of operations through the platform.
    public var correlationId = GUID.zero
    /// The depth of the operation in a chain of operations, which CRM limits to stop loops.
    public var depth = 1
    /// The user who began the operation, even if it acts as another one.
    public var initiatingUserId = GUID.zero
    /// The user's identity in the directory; zeros if there is none.
    public var initiatingUserObjectId = GUID.zero
    /// The parameters of the message.
    public var inputParameters: AttributeCollection = [:]
    /// Whether it happened on a client without connection.
    public var isExecutingOffline = false
    /// Whether it can still be rolled back.
    public var isInTransaction = false
    /// Whether it repeats an operation of a client that was offline.
    public var isOfflinePlayback = false
    /// Whether the step runs in a sandbox: 2, or not: 1.
    public var isolationMode = 1
    /// The message, such as `Update`.
    public var messageName: String
    /// Whether CRM waits for the answer.
    public var mode = Mode.asynchronous
    /// When the operation was begun.
    public var operationCreatedOn = Timestamp(microseconds: 0)
    /// The sender's offset from UTC in minutes.
    public var operationOffset = 0
    /// The system job of an asynchronous delivery; zeros without one.
    public var operationId = GUID.zero
    /// The organization.
    public var organizationId = GUID.zero
    /// The organization's unique name.
    public var organizationName = ""
    /// The results of the message.
    public var outputParameters: AttributeCollection = [:]
    /// The registered step.
    public var owningExtension = EntityReference("sdkmessageprocessingstep", .zero)
    /// The operation that led to this one.
    ///
    /// At most one: a struct can hold itself only in a list.
    public var parentContext: [RemoteExecutionContext] = []
    /// The record after the operation, by alias.
    public var postEntityImages: [Image] = []
    /// The record before the operation, by alias.
    public var preEntityImages: [Image] = []
    /// The record that the message is about.
    public var primaryEntityId = GUID.zero
    /// Its table; `none` for a message without one.
    public var primaryEntityName: String
    /// An identity that the sender gave the request.
    public var requestId: GUID?
    /// A second table, `none` for nearly all messages.
    public var secondaryEntityName = "none"
    /// Values that plug-ins pass to each other.
    public var sharedVariables: AttributeCollection = [:]
    /// The stage of the pipeline: 10, 20, 30 or 40.
    public var stage = 40
    /// The user as whom the operation runs.
    public var userId = GUID.zero
    /// The user's identity in the directory; zeros if there is none.
    public var userObjectId = GUID.zero

    /// Whether CRM waits for the answer.
    public enum Mode: Int, Sendable {
        case synchronous = 0
        case asynchronous = 1
    }

    /// The record as it was or is.
    public struct Image: Sendable {
        /// The name that the step gave the image.
        public var alias: String
        /// The columns that the step registers for.
        public var entity: Entity

        /// Makes an image.
        public init(_ alias: String, _ entity: Entity) {
            self.alias = alias
            self.entity = entity
        }
    }

    /// A context of a message on a record.
    public init(_ messageName: String, _ primaryEntityName: String, _ id: GUID) {
        self.messageName = messageName
        self.primaryEntityName = primaryEntityName
        primaryEntityId = id
    }
}
