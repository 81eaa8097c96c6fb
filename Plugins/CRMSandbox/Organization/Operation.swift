import CRMPlugin
import PeriluneCore

/// A message being processed, as observers and webhooks see it.
struct Operation: Sendable {
    /// The message, such as `Update`.
    let message: String
    /// The record that it is about.
    var target: EntityReference?
    /// The parameters; an observer of the stages before the operation may change them.
    var parameters: AttributeCollection
    /// The results; empty before the operation.
    var results: AttributeCollection = [:]
    /// The record before the operation; only if an observer needs it.
    var preImage: Entity?
    /// The record after the operation; only if an observer needs it.
    var postImage: Entity?
    /// Values that observers pass to later stages.
    var sharedVariables: AttributeCollection = [:]
    /// 1 for an operation of a client, more for those that it causes.
    let depth: Int
    /// The same for everything that a request of a client causes.
    let correlationId: GUID
    /// The identity of the request that led to it, which all operations of the request share; that of the
    /// client, where it gave one.
    let requestId: GUID
    /// The calling user.
    let caller: Caller
    /// When it began.
    let startedAt: Timestamp
    /// The operation that caused it.
    let parent: Parent?

    /// A box, because an operation cannot contain one of its own type.
    final class Parent: Sendable {
        let operation: Operation

        init(_ operation: Operation) { self.operation = operation }
    }

    /// The stages at which observers see an operation; the raw values are those of step registrations.
    enum Stage: Int, Sendable {
        /// Before the operation is checked; here inside the transaction, too.
        case preValidation = 10
        /// Inside the transaction, before anything changed.
        case preOperation = 20
        /// Inside the transaction, after everything changed.
        case postOperation = 40
    }
}
