import PeriluneCore
import Synchronization

/// Counts the changes that a visitor sees, and answers the requests that wait for the next one.
///
/// A response is a complete message with one event: the client then sends another request, as clients of server-sent
/// events do when a connection ends. So no connection stays open for a client that is gone.
final class ChangeNotifier: Sendable {
    private struct State {
        var version = 1
        var waiting: [@Sendable (HTTPResponse) -> Void] = []
        /// Whether a task will answer the waiting requests.
        var isTimed = false
    }

    private let state = Mutex(State())

    private let limit: Int
    private let patience: Duration

    /// - Parameters:
    ///   - limit: The maximum number of waiting requests; further ones are told to retry later.
    ///   - patience: The maximum time before a request is answered although nothing has changed.
    init(limit: Int = 64, patience: Duration = .seconds(25)) {
        self.limit = limit
        self.patience = patience
    }

    /// The number of changes so far, from 1.
    var version: Int { state.withLock(\.version) }

    /// Whether a request waits.
    var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    func notify() {
        let (version, waiting) = state.withLock { state in
            state.version += 1
            defer { state.waiting = [] }
            return (state.version, state.waiting)
        }
        for respond in waiting { respond(Self.event(version)) }
    }

    /// Answers when there are more changes than these.
    func wait(after known: Int?, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        let (answer, startsTimer) = state.withLock { state -> (HTTPResponse?, Bool) in
            if let known, known != state.version { return (Self.event(state.version), false) }
            if state.waiting.count >= limit { return (Self.later, false) }
            state.waiting.append(respond)
            defer { state.isTimed = true }
            return (nil, !state.isTimed)
        }
        if let answer { return respond(answer) }
        guard startsTimer else { return }
        Task { [weak self, patience] in
            try? await Task.sleep(for: patience)
            self?.release()
        }
    }

    /// Answers all requests that wait.
    func release() {
        let waiting = state.withLock { state in
            state.isTimed = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for respond in waiting { respond(Self.silence) }
    }

    private static func event(_ version: Int) -> HTTPResponse {
        stream("retry: 50\nid: \(version)\ndata: \(version)\n\n")
    }

    private static let later = stream("retry: 5000\n: too many windows\n\n")
    private static let silence = stream("retry: 50\n: nothing has changed\n\n")

    private static func stream(_ text: String) -> HTTPResponse {
        .ofPage("text/event-stream", Array(text.utf8))
    }
}
