internal import PeriluneCore
internal import PeriluneStore

/// An event that came in while the host runs.
struct LiveEvent: Sendable {
    /// Its number in the inbox; `nil` where it is not kept.
    var number: Int64?
    /// The path that it came in by.
    let source: String
    /// The source of events that the host has made: timers, also those that are retried.
    static let hostSource = "timers"
    /// The event, structured.
    let json: [UInt8]
    /// Whether it is known to be JSON; a line of a log that was quarantined may be anything.
    var isChecked = true
    /// Its structure, where it is known.
    var index: (any BuiltEvent)?
    /// By what it is kept in order.
    var key: UInt64 = 0
    /// The number of the order that the key is of.
    var order = 0
    /// The id, if it tells of a timer: then it was never in the room for events that wait.
    var timer: String?
    /// Whether its record is written.
    var keepsRecord = false
    /// Under which its effects are noted, where it is not in the inbox.
    var reserved: InboxNumber?
    /// How many effects of events lie between it and one that came from outside.
    var depth = 0
    /// Who waits for the decision: told when what it changed is kept.
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
    /// The ledger of an event; made when the event begins, since the events are copied on their way.
    let ledger: @Sendable (LiveEvent) -> any EffectLedger
    /// Keeps what came of events.
    let settle: @Sendable (Settlement) -> Void
}
