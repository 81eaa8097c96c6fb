import Synchronization

/// The time by which all host calls of one event must be answered.
///
/// It covers everything that a call does: connections, redirects, tokens, retries and the waits
/// between them, and all later calls of the same event.
package struct CallDeadline: Sendable {
    private let end: ContinuousClock.Instant

    /// The deadline of the call that this task performs.
    @TaskLocal private static var current: CallDeadline?

    /// The time that a cancelled call has to end; afterwards, the event continues without it.
    private static let grace = Duration.seconds(1)

    /// Makes a deadline that is `limit` from now.
    package init(limit: Duration) {
        end = .now + limit
    }

    /// Runs a body, which is cancelled at the deadline.
    ///
    /// A body that ignores the cancellation goes on, but the caller no longer waits for it.
    package func limit(_ body: @escaping @Sendable () async -> Void) async {
        let race = Race()
        await withCheckedContinuation { continuation in
            race.begin { continuation.resume() }
            let work = Task {
                await Self.$current.withValue(self) { await body() }
                race.end()
            }
            race.cancelAtEnd(
                Task {
                    guard (try? await Task.sleep(until: end, clock: .continuous)) != nil else {
                        return
                    }
                    work.cancel()
                    try? await Task.sleep(for: Self.grace)
                    race.end()
                })
        }
    }

    /// Replaces an error by ``isOver`` if it is only a consequence of the deadline.
    package static func explain(_ error: any Error) -> any Error {
        guard let current, ContinuousClock.now >= current.end else { return error }
        let isCancelled = (error as? PeriluneError)?.code == "http.cancelled"
        return isCancelled || error is CancellationError ? isOver : error
    }

    /// The error of a call that exceeded the deadline.
    package static let isOver = PeriluneError(
        "event.calls", "the CRM, mail and HTTP calls of the event exceeded their deadline",
        hint: "check whether the remote server answers, or raise --call-limit (limits.calls)")
}

/// Resumes the caller when the first of two tasks ends.
private final class Race: Sendable {
    private struct State {
        var resume: (@Sendable () -> Void)?
        var loser: Task<Void, Never>?
        var isOver = false
    }

    private let state = Mutex(State())

    func begin(_ resume: @escaping @Sendable () -> Void) { state.withLock { $0.resume = resume } }

    func cancelAtEnd(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            state.loser = task
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    func end() {
        let (resume, loser) = state.withLock { state in
            defer { state.resume = nil }
            state.isOver = true
            return (state.resume, state.loser)
        }
        resume?()
        loser?.cancel()
    }
}
