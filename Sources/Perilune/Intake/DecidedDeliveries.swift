internal import PeriluneCore
internal import Synchronization

/// Deliveries whose senders wait for the decision: one that comes again waits for, or gets, the same answer.
final class DecidedDeliveries: Sendable {
    private enum State {
        case waiting([OneAnswer])
        case answered(HTTPResponse)
    }

    private struct Known {
        var states: [String: State] = [:]
        var answered: [String] = []
    }

    private let known = Mutex(Known())
    /// A sender that repeats itself does so within a minute or two.
    private static let limit = 1024

    /// Whether a delivery is new; else the sender's answer is taken care of.
    func begin(_ identity: String, _ answer: OneAnswer) -> Bool {
        let (isNew, response): (Bool, HTTPResponse?) = known.withLock { known in
            switch known.states[identity] {
            case nil:
                known.states[identity] = .waiting([answer])
                return (true, nil)
            case .waiting(let others):
                known.states[identity] = .waiting(others + [answer])
                return (false, nil)
            case .answered(let response): return (false, response)
            }
        }
        if let response { answer.give(response) }
        return isNew
    }

    /// Answers all who wait.
    func end(_ identity: String, _ response: HTTPResponse) {
        give(response, identity) { known in
            known.states[identity] = .answered(response)
            known.answered.append(identity)
            guard known.answered.count > 2 * Self.limit else { return }
            for old in known.answered.prefix(Self.limit) { known.states[old] = nil }
            known.answered.removeFirst(Self.limit)
        }
    }

    /// Answers all who wait, and takes the next one that comes as new.
    func refuse(_ identity: String, _ response: HTTPResponse) {
        give(response, identity) { known in known.states[identity] = nil }
    }

    private func give(
        _ response: HTTPResponse, _ identity: String, _ change: (inout Known) -> Void
    ) {
        let waiting = known.withLock { known -> [OneAnswer] in
            defer { change(&known) }
            guard case .waiting(let answers) = known.states[identity] else { return [] }
            return answers
        }
        for answer in waiting { answer.give(response) }
    }
}
