internal import PeriluneCore
internal import PeriluneStore

/// An event that came in while the host runs.
struct LiveEvent: Sendable {
    /// Its number in the inbox; `nil` if it is not stored.
    var number: Int64?
    /// The path on which it was received.
    let source: String
    /// The source of events that the host creates: timers, including retried ones.
    static let hostSource = "timers"
    /// The event as structured JSON.
    let json: [UInt8]
    /// Whether it is known to be valid JSON; an entry from the quarantine may be anything.
    var isChecked = true
    /// Its index, if it is known.
    var index: (any BuiltEvent)?
    /// The hash of its ordering key.
    var key: UInt64 = 0
    /// The number of the order for which the key was computed.
    var order = 0
    /// The id of a timer's event, which does not count toward the limit on waiting events.
    var timer: String?
    /// Whether its record is written.
    var keepsRecord = false
    /// The number under which its effects are stored, if it is not in the inbox.
    var reserved: InboxNumber?
    /// The number of effects between the event and one from outside, each of which caused the next event.
    var depth = 0
    /// Called with the record when everything that the event changed is stored, if the sender waits for it.
    var whenDecided: (@Sendable (Record) -> Void)?

    func quarantined(
        _ bytes: [UInt8], _ error: PeriluneError, _ isPublished: Bool
    ) -> QuarantinedEvent {
        var writer = JSONWriter()
        error.write(to: &writer)
        return QuarantinedEvent(
            number: number ?? reserved?.number, source: source, event: bytes,
            error: writer.text,
            isPublished: isPublished)
    }
}

/// What workers need for live events.
struct LiveServices: Sendable {
    /// Completes the event of a timer.
    let prepareTimer: @Sendable (LiveEvent) -> LiveEvent
    /// Creates the ledger of an event when it begins, because events are copied on their way.
    let ledger: @Sendable (LiveEvent) -> any EffectLedger
    /// Stores the results of events.
    let settle: @Sendable (Settlement) -> Void
}
