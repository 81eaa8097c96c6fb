import CRMPlugin

/// Observes operations and may veto them; used for webhook delivery.
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

    /// Called when the organization is open; it may contain unfinished work of an earlier run.
    func opened(_ organization: Organization)

    /// Called after the operations, before their transaction is committed. What is written here belongs to the
    /// transaction; an error rolls it back.
    ///
    /// Returns what to do after the commit. It runs on the caller's thread, which waits for it.
    func finishing(
        _ operations: [Operation], session: Session
    ) throws(CRMFault) -> (@Sendable (Organization) -> Void)?

    /// Called after the commit, with the operations in order.
    ///
    /// Receives only operations in which an observer was interested. The caller's thread waits, so do slow work
    /// elsewhere.
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
