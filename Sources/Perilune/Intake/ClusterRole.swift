package import PeriluneCore

/// How an intake takes part in a cluster.
package enum ClusterRole: Sendable {
    /// It accepts requests, and forwards their events to the members that process the lanes.
    case forwarding(any EventForwarder)
    /// It processes the events of a lane, and appends all commits of its store to a log. At most `batch` events are
    /// processed in one go, which limits the size of a commit.
    case lane(any CommitLog, batch: Int)

    var forwarder: (any EventForwarder)? {
        if case .forwarding(let forwarder) = self { forwarder } else { nil }
    }

    var log: (any CommitLog)? { if case .lane(let log, _) = self { log } else { nil } }

    var batch: Int? { if case .lane(_, let batch) = self { batch } else { nil } }
}

/// Brings events to the lanes of a cluster.
package protocol EventForwarder: Sendable {
    /// Stores events, and tells when they are stored or why they are not.
    func forward(_ events: ForwardedEvents)
    /// Why no events can be stored at this time.
    var failure: PeriluneError? { get }
}

/// The events of a request, on their way to the lanes of a cluster.
package struct ForwardedEvents: Sendable {
    /// An event with what decides where it goes.
    package struct Item: Sendable {
        /// The event as structured JSON.
        package let json: [UInt8]
        /// The hash of its ordering key.
        package let key: UInt64
        /// By which a repetition is known; `nil` takes it as new.
        package let identity: String?
        /// How many effects of events lie between it and one that came from outside.
        package let depth: Int
    }

    /// The events in the order of the request.
    package let items: [Item]
    /// To be called once: without an error when all are stored.
    package let finish: @Sendable (PeriluneError?) -> Void
}
