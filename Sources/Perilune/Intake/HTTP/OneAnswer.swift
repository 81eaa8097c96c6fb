internal import PeriluneCore
internal import Synchronization

/// An answer that two may give, the decision or the clock: the first one counts.
final class OneAnswer: Sendable {
    private let waiting: Mutex<(@Sendable (HTTPResponse) -> Void)?>
    private let clock = Mutex<Task<Void, Never>?>(nil)

    init(_ respond: @escaping @Sendable (HTTPResponse) -> Void) { waiting = Mutex(respond) }

    /// Gives another answer when the time is up.
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
