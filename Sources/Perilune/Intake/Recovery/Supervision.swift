internal import PeriluneCore
internal import PeriluneLua
internal import PeriluneStore
internal import Synchronization

/// Tracks the events in progress on the workers of an intake, to detect a stuck worker and for the
/// next start.
final class Supervision: Sendable {
    private let file: ActivityFile
    private let delegates: [CurrentDelegate]
    private let stuck = Mutex<StuckWorker?>(nil)

    /// Creates a new activity file beside the store; call ``interrupted(store:)`` first.
    init(store: String?, workers: Int) throws(PeriluneError) {
        let workers = max(1, workers)
        file = try ActivityFile(path: store.map(Self.path), workers: workers)
        delegates = (0..<workers).map { _ in CurrentDelegate() }
    }

    /// The events that were in progress when the previous process ended.
    static func interrupted(store: String) -> [InterruptedEvent] {
        ActivityFile.interrupted(at: path(store))
    }

    static func path(_ store: String) -> String { "\(store)-activity" }

    /// The activity of a worker, recorded on its own thread.
    func worker(_ number: Int) -> WorkerActivity { file.workers[number] }

    /// The delegate that a worker is calling.
    func delegate(_ number: Int) -> CurrentDelegate { delegates[number] }

    /// Records the event that is processed alone.
    func setAlone(_ event: Int64?) { file.setAlone(event) }

    /// The worker that has not finished its event for a sixth of the limit.
    var stuckWorker: StuckWorker? { stuck.withLock(\.self) }

    /// Looks at the workers until the task is cancelled.
    ///
    /// - Parameters:
    ///   - limit: How long a worker may take for an event. ``stuckWorker`` is set after a sixth of it.
    ///   - report: Called once if a worker has taken longer.
    func watch(_ limit: Duration, _ report: (StuckWorker) -> Void) async {
        var seen = [(begun: UInt64, time: Duration, isReported: Bool)](
            repeating: (0, .zero, false), count: file.workers.count)
        let interval = min(limit / 20, .milliseconds(250))
        var last = ContinuousClock.now
        while !Task.isCancelled {
            try? await Task.sleep(for: interval)
            // If the process was stopped or the machine slept, the workers had less time.
            let passed = min(ContinuousClock.now - last, interval * 4)
            last = .now
            var worst: StuckWorker?
            for (number, worker) in file.workers.enumerated() {
                guard let current = worker.current, current.begun == seen[number].begun else {
                    seen[number] = (worker.current?.begun ?? 0, .zero, false)
                    continue
                }
                seen[number].time += passed
                guard seen[number].time >= limit / 6, seen[number].time > worst?.time ?? .zero
                else { continue }
                worst = StuckWorker(
                    number: number, event: current.event, delegate: delegates[number].name,
                    time: seen[number].time)
            }
            stuck.withLock { $0 = worst }
            if let worst, worst.time >= limit, !seen[worst.number].isReported {
                seen[worst.number].isReported = true
                report(worst)
            }
        }
    }

    /// Aborts the process on the worker's thread; the event counts as the cause.
    func abortProcess(for worker: StuckWorker) { file.workers[worker.number].abortProcess() }
}

/// A worker that does not finish its event.
package struct StuckWorker: Sendable {
    /// The number of the worker, from 0.
    let number: Int
    /// The event's number in the inbox; `nil` without a store.
    let event: Int64?
    /// The delegate that the worker called last.
    let delegate: String?
    /// How long the worker has been processing the event.
    let time: Duration

    /// An error that describes the stuck worker.
    package var error: PeriluneError {
        let place = delegate.map { " in \($0)" } ?? ""
        let event = event.map { "event \($0) of the inbox" } ?? "an event"
        return PeriluneError(
            "worker.stuck",
            "worker \(number + 1) has been processing \(event)\(place) for \(time.components.seconds) s",
            hint: "scripts have a time limit, so a plugin probably does not return")
    }
}

extension Intake {
    /// Installs a handler that records the event and the line of a script at a fatal signal.
    ///
    /// The handler applies to the whole process. Call this only in a program that does nothing but
    /// run an intake.
    package static func handleFatalSignals() {
        unsafe ActivityFile.handleSignals(runningScriptPlace)
    }

    /// Looks at the workers until the task is cancelled.
    ///
    /// - Parameters:
    ///   - limit: How long a worker may take for an event. `/readyz` fails after a sixth of it.
    ///   - report: Called once if a worker has taken longer.
    package func watchWorkers(_ limit: Duration, _ report: (StuckWorker) -> Void) async {
        await supervision.watch(limit, report)
    }

    /// Aborts the process, so that a service manager starts it again.
    ///
    /// The next start processes the event of the worker once more.
    package func abortProcess(for worker: StuckWorker) { supervision.abortProcess(for: worker) }
}
