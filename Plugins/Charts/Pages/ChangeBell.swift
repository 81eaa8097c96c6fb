import PeriluneCore
import Synchronization

/// Counts the changes that a visitor sees, and answers the requests that wait for the next one.
///
/// A response is a whole message with one event: the client asks again, as a client of server-sent events does when
/// its connection ends. So nothing is kept open for one that is gone.
final class ChangeBell: Sendable {
    private struct State {
        var version = 1
        var waiting: [(number: Int, respond: @Sendable (HTTPResponse) -> Void)] = []
        var number = 0
    }

    private let state = Mutex(State())

    /// Requests that may wait; one more answers the oldest.
    private static let most = 8
    /// After this time a request is answered although nothing has changed.
    private static let patience = Duration.seconds(25)

    /// The number of changes so far, from 1.
    var version: Int { state.withLock(\.version) }

    func ring() {
        let (version, waiting) = state.withLock { state in
            state.version += 1
            defer { state.waiting = [] }
            return (state.version, state.waiting)
        }
        for one in waiting { one.respond(Self.event(version)) }
    }

    /// Answers when there are more changes than these.
    func wait(after known: Int?, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        let (number, oldest, version) = state.withLock { state in
            guard known == nil || known == state.version else {
                return (Int?.none, (@Sendable (HTTPResponse) -> Void)?.none, state.version)
            }
            state.number += 1
            state.waiting.append((state.number, respond))
            let oldest =
                state.waiting.count > Self.most ? state.waiting.removeFirst().respond : nil
            return (state.number, oldest, state.version)
        }
        guard let number else { return respond(Self.event(version)) }
        oldest?(Self.silence)
        Task { [weak self] in
            try? await Task.sleep(for: Self.patience)
            self?.give(up: number)
        }
    }

    /// Answers all requests that wait.
    func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.respond(Self.silence) }
    }

    private func give(up number: Int) {
        let one = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        one?.respond(Self.silence)
    }

    private static func event(_ version: Int) -> HTTPResponse {
        stream("retry: 50\nid: \(version)\ndata: \(version)\n\n")
    }

    private static let silence = stream("retry: 50\n: nothing has changed\n\n")

    private static func stream(_ text: String) -> HTTPResponse {
        .ofPage("text/event-stream", Array(text.utf8))
    }
}
