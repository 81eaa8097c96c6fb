/// An event that could not be processed.
package struct QuarantinedEvent: Sendable, Hashable {
    /// The number of the event, or of the accepted event that caused it.
    package let number: Int64?
    /// The path on which it was received.
    package let source: String
    /// The bytes as they were received.
    package let event: [UInt8]
    /// The error, as JSON.
    package let error: String
    /// Whether another event published it.
    package let isPublished: Bool
    /// Whether it is no event, but an entry of a log or a message that could not be read as one.
    package let isUnreadable: Bool

    /// Makes an event.
    package init(
        number: Int64?, source: String, event: [UInt8], error: String, isPublished: Bool = false,
        isUnreadable: Bool = false
    ) {
        self.number = number
        self.source = source
        self.event = event
        self.error = error
        self.isPublished = isPublished
        self.isUnreadable = isUnreadable
    }
}

/// An event as it is in quarantine.
package struct QuarantineEntry: Sendable, Hashable {
    /// The id by which it is selected.
    package let id: Int64
    /// When it was quarantined, in seconds since 1970.
    package let time: Int64
    /// The event and its error.
    package let event: QuarantinedEvent
}

/// The size of the quarantine.
package struct QuarantineSize: Sendable, Hashable {
    /// The number of events.
    package var events = 0
    /// Size of the events and their errors, in bytes.
    package var bytes = 0

    package init() {}
}

/// A choice of events in the quarantine.
package enum QuarantineChoice: Sendable, Hashable {
    /// All events.
    case all
    /// The events with these ids.
    case ids([Int64])
    /// The events with an error of this code.
    case code(String)
    /// Events that were quarantined before this time, in seconds since 1970.
    case before(Int64)
}
