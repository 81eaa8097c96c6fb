package import Perilune
package import PeriluneCore

/// A version of the rules that a member has loaded.
package struct MemberVersion: Sendable {
    /// The version that was loaded, or ``RuleVersion/local``.
    package let version: RuleVersion
    /// The ordering key, which determines the lane of an event; `nil` if there are no rules.
    package let order: String?
    /// How lanes are processed.
    let setup: LaneSetup
    /// Makes this version receive requests.
    let use: @Sendable () -> Void
    /// Releases the resources of the version, if it is not used.
    let discard: @Sendable () -> Void

    package init(
        _ version: RuleVersion, order: String?, _ setup: LaneSetup,
        use: @escaping @Sendable () -> Void = {}, discard: @escaping @Sendable () -> Void = {}
    ) {
        self.version = version
        self.order = order
        self.setup = setup
        self.use = use
        self.discard = discard
    }

    /// The ordering key of rules that keep all events in one order.
    static let oneKey = "one for all events"

    /// The ordering key of an intake; `nil` if it has no rules.
    package static func order(of intake: Intake) -> String? {
        let registry = intake.host.registry
        guard !registry.delegates.isEmpty else { return nil }
        return switch registry.ordering {
        case .partitionKey, nil: "partitionkey, else source"
        case .path(let path): "\(path)"
        case .all, .function: oneKey
        }
    }

    /// Throws if events would go to other lanes than before.
    package func checkOrder(after previous: String?) throws(PeriluneError) {
        guard let order, let previous, order != previous else { return }
        throw PeriluneError(
            "cluster.order",
            "the version changes the ordering key from \(previous) to \(order), so later events of a key would go to other lanes than earlier ones",
            hint: "keep the key, or move to a new cluster: Documentation/Cluster.md")
    }
}

/// Loads a version of the rules: unpacks the bundle, assembles the host and runs the tests.
package typealias VersionLoader =
    @Sendable (RuleVersion, RuleBundle) async throws(PeriluneError) -> MemberVersion
