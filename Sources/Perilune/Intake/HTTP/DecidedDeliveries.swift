internal import PeriluneCore
internal import Synchronization

/// Deliveries whose senders wait for the outcome: a repetition gets the same response.
final class DecidedDeliveries: Sendable {
    private enum State {
        case waiting([OneAnswer])
        case answered(HTTPResponse, at: ContinuousClock.Instant)
    }

    private struct Known {
        var states: [ByteString: State] = [:]
        var answered: [ByteString] = []
    }

    private let known = Mutex(Known())
    private static let limit = 1024
    /// How long responses are kept; a sender or gateway that got no answer repeats the delivery soon.
    private static let memory = Duration.seconds(120)

    /// Whether a delivery is new; for a repetition, arranges the response.
    func begin(_ identity: String, _ answer: OneAnswer) -> Bool {
        let identity = ByteString(identity)
        let (isNew, response): (Bool, HTTPResponse?) = known.withLock { known in
            switch known.states[identity] {
            case .waiting(let others):
                known.states[identity] = .waiting(others + [answer])
                return (false, nil)
            case .answered(let response, let time) where .now - time < Self.memory:
                return (false, response)
            case .answered, nil:
                known.states[identity] = .waiting([answer])
                return (true, nil)
            }
        }
        if let response { answer.give(response) }
        return isNew
    }

    /// Responds to all senders that wait.
    func end(_ identity: String, _ response: HTTPResponse) {
        let identity = ByteString(identity)
        give(response, identity) { known in
            known.states[identity] = .answered(response, at: .now)
            known.answered.append(identity)
            guard known.answered.count > 2 * Self.limit else { return }
            for old in known.answered.prefix(Self.limit) {
                // A repetition may have come in the meantime, and is still waiting.
                if case .answered = known.states[old] { known.states[old] = nil }
            }
            known.answered.removeFirst(Self.limit)
        }
    }

    /// Responds to all senders that wait, and treats the next repetition as new.
    func refuse(_ identity: String, _ response: HTTPResponse) {
        let identity = ByteString(identity)
        give(response, identity) { known in known.states[identity] = nil }
    }

    private func give(
        _ response: HTTPResponse, _ identity: ByteString, _ change: (inout Known) -> Void
    ) {
        let waiting = known.withLock { known -> [OneAnswer] in
            defer { change(&known) }
            guard case .waiting(let answers) = known.states[identity] else { return [] }
            return answers
        }
        for answer in waiting { answer.give(response) }
    }
}
