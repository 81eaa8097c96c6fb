public import CRMPlugin
import Glibc
public import PeriluneCore

/// How a sandbox behaves; the defaults are those of a fresh organization.
public struct OrganizationOptions: Sendable {
    /// The name that webhooks and WhoAmI-like messages tell.
    public var name = "sandbox"
    /// Its tables.
    public var schema: Schema = .standard
    /// The clock.
    public var now: @Sendable () -> Timestamp = { .systemNow }
    /// Where identities of new records come from.
    public var newID: @Sendable () -> GUID = { .random() }
    /// Whether an empty file gets the demonstration data.
    public var seedsData = true
    /// Who looks at operations: webhook delivery.
    var observers: [any OperationObserver] = []
    /// Messages beside the built-in ones; one of the same name takes precedence.
    var handlers: [MessageHandler] = []

    /// The defaults.
    public init() {}
}

extension Timestamp {
    /// The system's clock.
    static var systemNow: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(
            microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
