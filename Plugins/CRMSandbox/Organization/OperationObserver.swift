import CRMPlugin

/// Somebody who looks at operations and may forbid them: webhook delivery.
protocol OperationObserver: Sendable {
    /// What it wants to see of a message on a table; `nil` for nothing at all.
    ///
    /// Asked once for every operation, so it has to be quick.
    func interest(
        in message: String, on entity: String, session: Session
    ) throws(CRMFault) -> OperationInterest?

    /// Observes an operation; throwing is a veto that rolls the whole transaction back.
    ///
    /// A call to another server must be made in `session.releasingAccess`, so that the server can read from the
    /// organization.
    func observe(
        _ operation: inout Operation, at stage: Operation.Stage, session: Session
    ) throws(CRMFault)

    /// The organization is there, as a sandbox before this one may have left it.
    func opened(_ organization: Organization)

    /// The operations are done, and their transaction is about to be: what is written now is part of
    /// it. To throw is to veto.
    ///
    /// Answers what to do once it is durable, on the thread of the caller, who waits.
    func finishing(
        _ operations: [Operation], session: Session
    ) throws(CRMFault) -> (@Sendable (Organization) -> Void)?

    /// The transaction is durable: these operations happened, in this order.
    ///
    /// Only operations that somebody was interested in come here. It runs on the thread of the caller,
    /// who waits: what takes time is handed to somebody else.
    func committed(_ operations: [Operation], of organization: Organization)
}

extension OperationObserver {
    func opened(_ organization: Organization) {}

    func finishing(
        _ operations: [Operation], session: Session
    ) throws(CRMFault) -> (@Sendable (Organization) -> Void)? { nil }

    func committed(_ operations: [Operation], of organization: Organization) {}
}

/// The images that an observer needs.
struct OperationInterest: OptionSet, Sendable {
    let rawValue: Int

    /// The record before.
    static let preImage = OperationInterest(rawValue: 1)
    /// The record after.
    static let postImage = OperationInterest(rawValue: 2)
}
