internal import PeriluneCore
internal import Synchronization

/// A response that either the decision or a timeout gives, whichever comes first.
final class OneAnswer: Sendable {
    private let waiting: Mutex<(@Sendable (HTTPResponse) -> Void)?>
    private let clock = Mutex<Task<Void, Never>?>(nil)

    init(_ respond: @escaping @Sendable (HTTPResponse) -> Void) { waiting = Mutex(respond) }

    /// Gives another response after a timeout.
    func give(_ late: HTTPResponse, after time: Duration) {
        let task = Task {
            guard (try? await Task.sleep(for: time)) != nil else { return }
            give(late)
        }
        clock.withLock { $0 = task }
    }

    func give(_ response: HTTPResponse) {
        let respond = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        clock.withLock { $0?.cancel() }
        respond?(response)
    }
}
