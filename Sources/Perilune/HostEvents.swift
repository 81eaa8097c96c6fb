internal import PeriluneCore
internal import PeriluneJSON

extension JSONEvent {
    /// Whether only the host makes events of this type: one from outside could call `onTimer`, or end the totals of a
    /// rule early.
    var hasReservedType: Bool { isTimer || hasType(LogEnd.type) }

    /// The error for an event from outside with such a type.
    var reservedTypeError: PeriluneError {
        PeriluneError(
            "event.reserved", "the type '\(type)' is reserved for events that Perilune makes",
            hint: isTimer
                ? "give the event another type; 'perilune quarantine retry' retries timers that failed"
                : "give the event another type")
    }
}

extension EventPreview {
    /// Whether only the host makes events of this type.
    var hasReservedType: Bool { hasType(Timer.type) || hasType(LogEnd.type) }
}
