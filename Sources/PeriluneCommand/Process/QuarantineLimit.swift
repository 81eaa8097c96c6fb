import PeriluneCore
import PeriluneFiles
import Synchronization

/// The number of failed events beyond which a run stops.
///
/// Workers may have carried out effects of later chunks by then, so the run ends after the chunks in progress, as it does
/// after a signal.
final class QuarantineLimit: Sendable {
    private struct Progress {
        var failed = 0
        var log = ""
        var lastLine = 0
        /// Whether the log is a file, and not standard input or a pipe.
        var isFile = true
    }

    private let limit: Int
    private let progress = Mutex(Progress())

    init(_ limit: Int) { self.limit = limit }

    var isExceeded: Bool { progress.withLock { $0.failed > limit } }

    /// Notes how many events have failed up to the end of a chunk.
    func note(failed: Int, _ log: String, after chunk: Chunk) {
        progress.withLock {
            $0.failed = failed
            $0.log = log
            // Timers and the end of the logs are in no file.
            guard chunk.fileBytesRead > 0 else { return }
            $0.lastLine = chunk.lastLine
            $0.isFile = log != "-" && chunk.fileSize != nil
        }
    }

    /// The error that says where the run has stopped; `nil` if the limit is not exceeded.
    ///
    /// - Parameters:
    ///   - isResumable: Whether the run has a store.
    ///   - follows: Whether other scripts may continue it.
    /// - Returns: The error.
    func error(isResumable: Bool, follows: Bool = false) -> PeriluneError? {
        guard isExceeded else { return nil }
        let progress = progress.withLock(\.self)
        return PeriluneError(
            "quarantine.full",
            "stopped: \(progress.failed) events could not be processed, more than \(limit)",
            at: .init(file: progress.log),
            hint: Self.hint(progress, isResumable: isResumable, follows: follows))
    }

    private static func hint(_ progress: Progress, isResumable: Bool, follows: Bool) -> String {
        let line = progress.lastLine
        guard isResumable else {
            return
                "fix the first errors, or raise --max-quarantine; the log was processed up to line \(line)"
        }
        guard progress.isFile else {
            let log = progress.log == "-" ? "standard input" : "a pipe"
            return
                "\(log) was processed up to line \(line), and cannot be read again; to start over with a changed script, use --restart"
        }
        if follows {
            return
                "fix the first errors, or raise --max-quarantine; the same command continues after line \(line)"
        }
        return
            "with a higher --max-quarantine, the same command continues after line \(line); then fix the rule and use 'perilune quarantine retry'. A changed script needs --restart"
    }
}
