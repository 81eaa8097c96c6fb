package import PeriluneCore

/// The role of an intake in a cluster.
package enum ClusterRole: Sendable {
    /// The intake accepts requests, and forwards their events to the members that process the lanes.
    case forwarding(any EventForwarder)
    /// The intake processes the events of a lane, and appends all commits of its store to a log.
    ///
    /// At most `batch` events are processed at a time, which limits the size of a commit.
    case lane(any CommitLog, batch: Int)

    var forwarder: (any EventForwarder)? {
        if case .forwarding(let forwarder) = self { forwarder } else { nil }
    }

    var log: (any CommitLog)? { if case .lane(let log, _) = self { log } else { nil } }

    var batch: Int? { if case .lane(_, let batch) = self { batch } else { nil } }
}

/// Forwards events to the lanes of a cluster.
package protocol EventForwarder: Sendable {
    /// Stores events; `finish` is called when they are stored, or with the error.
    func forward(_ events: ForwardedEvents)
    /// The reason why no events can be stored now; `nil` if they can.
    var failure: PeriluneError? { get }
}

/// The events of a request, on their way to the lanes of a cluster.
package struct ForwardedEvents: Sendable {
    /// An event with the data for forwarding it.
    package struct Item: Sendable {
        /// The event as structured JSON.
        package let json: [UInt8]
        /// The hash of its ordering key.
        package let key: UInt64
        /// Identifies repetitions; `nil` if the event is always new.
        package let identity: String?
        /// The number of effects between the event and one from outside, each of which caused the next event.
        package let depth: Int
    }

    /// The events in the order of the request.
    package let items: [Item]
    /// Called once: without an error when all events are stored.
    package let finish: @Sendable (PeriluneError?) -> Void
}
