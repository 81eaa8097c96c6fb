public import CRMPlugin
public import PeriluneCore

/// How a sandbox behaves; the defaults are those of a fresh organization.
public struct OrganizationOptions: Sendable {
    /// The name that webhooks and WhoAmI-like messages tell.
    public var name = "sandbox"
    /// Its tables.
    public var schema: Schema = .standard
    /// The clock.
    public var now: @Sendable () -> Timestamp = { .now }
    /// Where identities of new records come from.
    public var newID: @Sendable () -> GUID = { .random() }
    /// Whether an empty file gets the demonstration data.
    public var seedsData = true
    /// For tables whose transitions are enforced: from each status, the statuses that may follow.
    public var statusTransitions: [String: [Int32: Set<Int32>]] = [:]
    /// Who looks at operations: webhook delivery.
    var observers: [any OperationObserver] = []
    /// Messages beside the built-in ones; one of the same name takes precedence.
    var handlers: [MessageHandler] = []

    /// The defaults.
    public init() {}
}
