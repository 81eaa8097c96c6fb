import CMicroHTTPD
import PeriluneCore

/// How far the answer to a connection's current request is.
///
/// The number of the request keeps an answer that comes too late from reaching the next request.
struct Exchange {
    enum State {
        case none
        /// The handler is being called.
        case asked
        /// The handler has returned; the connection waits for its answer.
        case suspended(Suspendable)
        case answered(HTTPResponse)
    }

    private(set) var number: UInt64 = 0
    private(set) var state = State.none

    mutating func ask() -> UInt64 {
        number += 1
        state = .asked
        return number
    }

    mutating func suspend(_ connection: Suspendable) { state = .suspended(connection) }

    /// Takes an answer; returns the connection to wake for it.
    mutating func answer(_ number: UInt64?, _ response: HTTPResponse) -> Suspendable? {
        guard number == nil || number == self.number else { return nil }
        switch state {
        case .asked:
            state = .answered(response)
            return nil
        case .suspended(let connection):
            state = .answered(response)
            return connection
        case .none, .answered: return nil
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

/// A connection of the library, which another thread may wake.
///
/// Unchecked: a suspended connection can't go away, and only who takes it out of the exchange
/// wakes it.
struct Suspendable: @unchecked Sendable {
    let connection: OpaquePointer

    func suspend() { MHD_suspend_connection(connection) }
    func resume() { MHD_resume_connection(connection) }
}

/// What a handler's `respond` holds on to: with its last copy goes the hope for an answer.
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
