internal import PeriluneCore
internal import PeriluneJSON

/// The event types that only the host may create.
///
/// An event from outside with such a type could call `onTimer`, or end the totals of a rule early.
enum ReservedTypes {
    static let names = [Timer.type, LogEnd.type]

    static func contains(_ type: String) -> Bool { names.contains(type) }
}

extension JSONEvent {
    var hasReservedType: Bool { ReservedTypes.contains(type) }

    /// The error for an event from outside with such a type.
    var reservedTypeError: PeriluneError {
        PeriluneError(
            "event.reserved", "the type '\(type)' is reserved for events that Perilune makes",
            hint: isTimer
                ? "give the event another type; 'perilune quarantine retry' retries timers that failed"
                : "give the event another type")
    }
}
