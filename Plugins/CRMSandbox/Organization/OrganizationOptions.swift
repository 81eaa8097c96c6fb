public import CRMPlugin
public import PeriluneCore

/// The behaviour of a sandbox; the defaults are those of a new organization.
public struct OrganizationOptions: Sendable {
    /// The name of the organization in webhooks and in messages such as WhoAmI.
    public var name = "sandbox"
    /// The tables of the organization.
    public var schema: Schema = .standard
    /// Returns the current time.
    public var now: @Sendable () -> Timestamp = { .now }
    /// Returns the identity of a new record.
    public var newID: @Sendable () -> GUID = { .random() }
    /// Whether an empty file gets sample records.
    public var seedsData = true
    /// For tables whose transitions are enforced: from each status, the statuses that may follow.
    public var statusTransitions: [String: [Int32: Set<Int32>]] = [:]
    /// Called for each operation: webhook delivery.
    var observers: [any OperationObserver] = []
    /// Messages in addition to the built-in ones; one with the same name replaces the built-in one.
    var handlers: [MessageHandler] = []

    /// Creates options with the defaults.
    public init() {}
}
