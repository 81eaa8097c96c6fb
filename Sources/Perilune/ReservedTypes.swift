internal import PeriluneCore
internal import PeriluneJSON

/// The types of which only the host makes events: one from outside could call `onTimer`, or end the totals of a rule
/// early.
struct ReservedTypes {
    private static let names: Set = [Timer.type, LogEnd.type]

    /// By the number that a reader gives to a type, whether it is reserved.
    private var byNumber: [Bool?] = []

    static func contains(_ type: String) -> Bool { names.contains(type) }

    /// The same, remembered by the number, which is negative if the type has none.
    mutating func contains(_ type: @autoclosure () -> String, number: Int) -> Bool {
        if byNumber.indices.contains(number), let known = byNumber[number] { return known }
        let isReserved = Self.contains(type())
        if number >= 0 {
            while byNumber.count <= number { byNumber.append(nil) }
            byNumber[number] = isReserved
        }
        return isReserved
    }
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
