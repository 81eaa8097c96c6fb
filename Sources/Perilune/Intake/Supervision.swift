internal import PeriluneCore
internal import PeriluneLua
internal import PeriluneStore
internal import Synchronization

/// What the workers of an intake are at: for those who look whether one is stuck, and for the next start.
final class Supervision: Sendable {
    private let file: ActivityFile
    private let delegates: [CurrentDelegate]
    private let stuck = Mutex<StuckWorker?>(nil)

    /// Begins a new file beside the store, after ``interrupted(store:)`` was asked.
    init(store: String?, workers: Int) throws(PeriluneError) {
        let workers = max(1, workers)
        file = try ActivityFile(path: store.map(Self.path), workers: workers)
        delegates = (0..<workers).map { _ in CurrentDelegate() }
    }

    /// The events that were in hand when the process before this one ended.
    static func interrupted(store: String) -> [InterruptedEvent] {
        ActivityFile.interrupted(at: path(store))
    }

    private static func path(_ store: String) -> String { "\(store)-activity" }

    /// What a worker notes, on its own thread.
    func worker(_ number: Int) -> WorkerActivity { file.workers[number] }

    /// The delegate that a worker asks.
    func delegate(_ number: Int) -> CurrentDelegate { delegates[number] }

    /// An event is processed while no other is.
    func setAlone(_ event: Int64?) { file.setAlone(event) }

    /// The worker that has not finished its event for a while.
    var stuckWorker: StuckWorker? { stuck.withLock(\.self) }

    /// Looks at the workers until the task is cancelled.
    ///
    /// - Parameters:
    ///   - limit: How long a worker may take for an event. ``stuckWorker`` is set after a sixth of it.
    ///   - report: Told once of a worker that has taken longer.
    func watch(_ limit: Duration, _ report: (StuckWorker) -> Void) async {
        var seen = [(begun: UInt64, time: Duration, isReported: Bool)](
            repeating: (0, .zero, false), count: file.workers.count)
        let interval = min(limit / 20, .milliseconds(250))
        var last = ContinuousClock.now
        while !Task.isCancelled {
            try? await Task.sleep(for: interval)
            // A process that was stopped, or a machine that slept, did not give the workers that time.
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

    /// Ends the process, with the worker's thread as the one that failed; the event counts as what ended it.
    func abortProcess(for worker: StuckWorker) { file.workers[worker.number].abortProcess() }
}

/// A worker that does not finish its event.
package struct StuckWorker: Sendable {
    /// Which, from 0.
    let number: Int
    /// The event's number in the inbox, where it is kept.
    let event: Int64?
    /// The delegate that it asked last.
    let delegate: String?
    /// How long it has been at it.
    let time: Duration

    /// What it is doing, as an error.
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
    /// Notes from now on which event and which line of a script a fatal signal of this process hits.
    ///
    /// For the whole process: to be called by a program that does nothing but run an intake.
    package static func handleFatalSignals() {
        unsafe ActivityFile.handleSignals(runningScriptPlace)
    }

    /// Looks at the workers until the task is cancelled.
    ///
    /// - Parameters:
    ///   - limit: How long a worker may take for an event. `/readyz` fails after a sixth of it.
    ///   - report: Told once of a worker that has taken longer.
    package func watchWorkers(_ limit: Duration, _ report: (StuckWorker) -> Void) async {
        await supervision.watch(limit, report)
    }

    /// Ends the process, so that a supervisor starts it again; the event of the worker is tried once more then.
    package func abortProcess(for worker: StuckWorker) { supervision.abortProcess(for: worker) }
}
