import PeriluneCore

/// The state of the answer to a connection's current request.
///
/// The number of the request keeps a late answer from being sent for the next request.
struct Exchange {
    enum State {
        case none
        /// The handler is being called.
        case asked
        /// The handler has returned; the connection waits for its answer.
        case suspended
        case answered(HTTPResponse)
    }

    private(set) var number: UInt64 = 0
    private(set) var state = State.none

    mutating func beginRequest() -> UInt64 {
        number += 1
        state = .asked
        return number
    }

    /// Returns the answer if there is one; otherwise, the connection waits.
    mutating func takeAnswerOrWait() -> HTTPResponse? {
        if case .asked = state { state = .suspended }
        return takeAnswer()
    }

    /// Stores an answer; returns whether the connection has to be woken for it.
    mutating func answer(_ number: UInt64?, _ response: HTTPResponse) -> Bool {
        guard number == nil || number == self.number else { return false }
        switch state {
        case .asked:
            state = .answered(response)
            return false
        case .suspended:
            state = .answered(response)
            return true
        case .none, .answered: return false
        }
    }

    func isWaiting(for number: UInt64) -> Bool {
        switch state {
        case .asked, .suspended: number == self.number
        case .none, .answered: false
        }
    }

    mutating func takeAnswer() -> HTTPResponse? {
        guard case .answered(let response) = state else { return nil }
        state = .none
        return response
    }

    mutating func end() { state = .none }
}

/// A token that a handler's `respond` retains; when it is released without an answer, none can follow.
final class ResponseToken: Sendable {
    private let connection: ServerConnection
    private let number: UInt64

    init(_ connection: ServerConnection, _ number: UInt64) {
        self.connection = connection
        self.number = number
    }

    deinit { connection.drop(number) }

    func answer(_ response: HTTPResponse) { connection.answer(number, response) }
}
