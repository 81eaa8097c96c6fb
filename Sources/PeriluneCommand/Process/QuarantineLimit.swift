import PeriluneCore
import Synchronization

/// The number of failed events beyond which a run stops.
///
/// Workers may have carried out effects of later chunks by then, so the run ends after the chunks in progress, as it does
/// after a signal.
final class QuarantineLimit: Sendable {
    private struct Progress {
        var failed = 0
        var log = ""
        var nextLine = 1
    }

    private let limit: Int
    private let progress = Mutex(Progress())

    init(_ limit: Int) { self.limit = limit }

    var isExceeded: Bool { progress.withLock { $0.failed > limit } }

    /// Notes how many events have failed before a line of a log; `nil` for those that are not in a log.
    func note(failed: Int, _ log: String, before line: Int?) {
        progress.withLock {
            $0 = Progress(failed: failed, log: log, nextLine: line ?? $0.nextLine)
        }
    }

    /// The error that says where the run has stopped; `nil` if the limit is not exceeded.
    func error(isResumable: Bool) -> PeriluneError? {
        guard isExceeded else { return nil }
        let progress = progress.withLock(\.self)
        let next =
            isResumable
            ? "the same command continues at line \(progress.nextLine)"
            : "everything before line \(progress.nextLine) was processed"
        return PeriluneError(
            "quarantine.full",
            "stopped: \(progress.failed) events could not be processed, more than \(limit)",
            at: .init(file: progress.log),
            hint: "fix the first errors, or raise --max-quarantine; \(next)")
    }
}
