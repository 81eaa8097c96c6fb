import Synchronization

/// The time by which all host calls of one event must have their answers.
///
/// It covers whatever a call is made of: connections, redirects, tokens, waits between tries, every try, and
/// every further call of the same event.
package struct CallDeadline: Sendable {
    private let end: ContinuousClock.Instant

    /// The one of the call that this task carries out.
    @TaskLocal private static var current: CallDeadline?

    /// For a call to end by itself once it is cancelled; then the event goes on without it.
    private static let grace = Duration.seconds(1)

    /// Begins now.
    package init(limit: Duration) {
        end = .now + limit
    }

    /// Waits for a body, which is cancelled when the time is up.
    ///
    /// A body that does not heed that goes on, and nobody waits for it any more.
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

    /// What to say of an error: that the time is up, where it is only a consequence of that.
    package static func explain(_ error: any Error) -> any Error {
        guard let current, ContinuousClock.now >= current.end else { return error }
        let isCancelled = (error as? PeriluneError)?.code == "http.cancelled"
        return isCancelled || error is CancellationError ? isOver : error
    }

    /// What a call fails with for which there was no time.
    package static let isOver = PeriluneError(
        "event.calls", "the CRM, mail and HTTP calls of the event exceeded their deadline",
        hint: "check whether the remote server answers, or raise --call-limit (limits.calls)")
}

/// Whichever comes first.
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
