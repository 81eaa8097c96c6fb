package import PeriluneCore

/// The events of messages, and the messages that are not valid events.
package struct DecodedMessages: Sendable {
    /// The events, in the order of the messages; without dead letters, entries for the quarantine as well.
    package private(set) var deliveries: [EventDelivery] = []
    /// The messages that are not valid events: their numbers, and why.
    package private(set) var dead: [(index: Int, error: PeriluneError)] = []

    /// Decodes messages; those that are not valid events go to the quarantine, unless there are dead letters.
    package init(_ messages: [ReceivedMessage], _ decoder: MessageDecoder, hasDeadLetters: Bool) {
        for (index, message) in messages.enumerated() {
            do throws(PeriluneError) {
                deliveries.append(try decoder.delivery(of: message))
            } catch {
                dead.append((index, error))
                if hasDeadLetters { continue }
                quarantine(message, error)
            }
        }
    }

    /// Adds a message that is not a valid event to the deliveries, for the quarantine.
    package mutating func quarantine(_ message: ReceivedMessage, _ error: PeriluneError) {
        var delivery = EventDelivery([])
        delivery.unreadable = [UnreadableEntry(MessageDecoder.entry(of: message), error)]
        deliveries.append(delivery)
    }
}

/// The headers of dead letters.
package enum DeadLetter {
    /// Headers with the error.
    package static func headers(_ error: PeriluneError) -> [(name: String, value: String)] {
        [
            // A header must be a single line.
            ("Perilune-Error", error.message.map { $0.isNewline ? " " : String($0) }.joined()),
            ("Perilune-Error-Code", error.code.rawValue),
        ]
    }

    /// The error to report for a message that is not a valid event.
    ///
    /// The message was sent as a dead letter, or goes to the quarantine because the broker rejects it there.
    package static func sent(
        _ error: PeriluneError, _ message: String, to place: String,
        refusal: PeriluneError? = nil
    ) -> PeriluneError {
        guard let refusal else {
            return PeriluneError(
                error.code,
                "\(message) is not a valid event, and was sent to '\(place)': \(error.message)",
                hint: error.hint)
        }
        return PeriluneError(
            refusal.code,
            "\(message) is not a valid event, and goes to the quarantine: \(refusal.message)",
            hint: refusal.hint)
    }

    /// The error of each message that was rejected permanently; `nil` for those that are stored.
    ///
    /// - Throws: The first error of another kind.
    package static func refusals(
        _ outcomes: [PeriluneError?], _ refusal: PeriluneError.Code
    ) throws(PeriluneError) -> [PeriluneError?] {
        for case let error? in outcomes where error.code != refusal { throw error }
        return outcomes
    }
}
