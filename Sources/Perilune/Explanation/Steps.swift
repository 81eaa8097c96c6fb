internal import PeriluneCore
internal import Synchronization

/// Collects the steps that a worker reports.
final class Steps: Sendable {
    private let steps = Mutex<[TraceStep]>([])

    func append(_ step: TraceStep) { steps.withLock { $0.append(step) } }

    var all: [TraceStep] { steps.withLock(\.self) }
}
