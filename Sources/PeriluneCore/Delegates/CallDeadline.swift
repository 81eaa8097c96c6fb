import Synchronization

/// The time by which all host calls of one event must be answered.
///
/// It covers everything that a call does: connections, redirects, tokens, retries and the waits
/// between them, and all later calls of the same event.
package struct CallDeadline: Sendable {
    private let end: ContinuousClock.Instant

    /// The deadline of the call that runs in this task.
    @TaskLocal private static var current: CallDeadline?

    /// The time that a cancelled call has to end; afterwards, the event continues without it.
    private static let grace = Duration.seconds(1)

    /// Makes a deadline that is `limit` from now.
    package init(limit: Duration) {
        end = .now + limit
    }

    /// Runs a body, which is cancelled at the deadline, or when the task is.
    ///
    /// A body that ignores the cancellation goes on, but the caller no longer waits for it.
    package func limit(_ body: @escaping @Sendable () async -> Void) async {
        let race = Race(grace: Self.grace)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                race.begin { continuation.resume() }
                let work = Task {
                    await Self.$current.withValue(self) { await body() }
                    race.end()
                }
                race.run(work, until: end)
            }
        } onCancel: {
            race.cancel()
        }
    }

    /// Returns ``isOver`` for an error that only follows from the deadline, and any other error unchanged.
    package static func explain(_ error: any Error) -> any Error {
        guard let current, ContinuousClock.now >= current.end else { return error }
        let isCancelled = (error as? PeriluneError)?.code == "http.cancelled"
        return isCancelled || error is CancellationError ? isOver : error
    }

    /// The error of a call that exceeded its deadline.
    package static let isOver = PeriluneError(
        "event.calls", "the CRM, mail and HTTP calls of the event exceeded their deadline",
        hint: "check whether the remote server answers, or raise --call-limit (limits.calls)")
}

/// Resumes the caller when the work ends, or some time after it was cancelled.
private final class Race: Sendable {
    private struct State {
        var resume: (@Sendable () -> Void)?
        var work: Task<Void, Never>?
        var timer: Task<Void, Never>?
        var isOver = false
        var isCancelled = false
    }

    private let grace: Duration
    private let state = Mutex(State())

    init(grace: Duration) { self.grace = grace }

    func begin(_ resume: @escaping @Sendable () -> Void) { state.withLock { $0.resume = resume } }

    /// Cancels the work at a time.
    func run(_ work: Task<Void, Never>, until end: ContinuousClock.Instant) {
        let timer = Task {
            guard (try? await Task.sleep(until: end, clock: .continuous)) != nil else { return }
            await self.stop(work)
        }
        let (isOver, isCancelled) = state.withLock { state in
            (state.work, state.timer) = (work, timer)
            return (state.isOver, state.isCancelled)
        }
        if isOver { timer.cancel() }
        if isCancelled { cancel() }
    }

    /// Cancels the work now.
    func cancel() {
        let work = state.withLock { state in
            state.isCancelled = true
            return state.isOver ? nil : state.work
        }
        if let work { Task { await self.stop(work) } }
    }

    func end() {
        let (resume, timer) = state.withLock { state in
            defer { state.resume = nil }
            state.isOver = true
            return (state.resume, state.timer)
        }
        resume?()
        timer?.cancel()
    }

    private func stop(_ work: Task<Void, Never>) async {
        work.cancel()
        try? await Task.sleep(for: grace)
        end()
    }
}
