/// An event that could not be processed.
package struct QuarantinedEvent: Sendable, Hashable {
    /// The number of the accepted event that it is, or that it came from.
    package let number: Int64?
    /// The path that it came in by.
    package let source: String
    /// The bytes as they came.
    package let event: [UInt8]
    /// Why, as JSON.
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
    /// The number by which it is selected.
    package let id: Int64
    /// When it got there, seconds since 1970.
    package let time: Int64
    /// The event, and why it is there.
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

/// Which events of the quarantine are meant.
package enum QuarantineChoice: Sendable, Hashable {
    /// Every one.
    case all
    /// These.
    case ids([Int64])
    /// Those with an error of this code.
    case code(String)
    /// Events that were quarantined before this time, in seconds since 1970.
    case before(Int64)
}
