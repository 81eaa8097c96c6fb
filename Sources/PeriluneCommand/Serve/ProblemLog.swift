import Perilune
import PeriluneCore
import Synchronization

/// Prints the errors of a running server, with time and path.
///
/// Every quarantined event gets a line. Rejected requests, which anyone may send, are printed once in ten seconds for
/// each kind, with their number. Only the first error of a kind is printed with its details, including the traceback.
final class ProblemLog: Sendable {
    private struct Kind {
        var shown: ContinuousClock.Instant
        var hidden = 0
    }

    private let kinds = Mutex<[String: Kind]>([:])
    private let terminal: Terminal

    /// The maximum number of kinds to distinguish; usually, the number of places in scripts is smaller.
    private static let limit = 1000

    init(_ terminal: Terminal) { self.terminal = terminal }

    func show(_ problem: IntakeProblem) {
        let error = problem.error
        let prefix = "\(terminal.time)\(problem.path.map { "\($0) " } ?? "")"
        guard let hidden = suppressedCount(before: problem) else {
            if let event = problem.event {
                if terminal.logsJSON {
                    return terminal.report(
                        error, event: event, script: problem.delegate, prefix: prefix)
                }
                let message = Redaction.redact(error.message).asMessage
                let id = Redaction.redact(event).asMessage
                let place = error.place.description
                terminal.show(
                    "\(prefix)\(place.isEmpty ? "" : "\(place): ")\(message) (event \(id))\n"
                )
            }
            return
        }
        terminal.report(
            error, event: problem.event, script: problem.delegate, prefix: prefix)
        if hidden > 0, problem.event == nil {
            terminal.show("  (\(hidden) similar messages omitted before)\n")
        }
    }

    /// The number of suppressed errors before one that is to be printed; `nil` if it is not printed.
    private func suppressedCount(before problem: IntakeProblem) -> Int? {
        let error = problem.error
        let name = "\(error.code.rawValue) \(error.place) \(problem.path ?? "")"
        let now = ContinuousClock.now
        return kinds.withLock { kinds in
            if let kind = kinds[name], now - kind.shown < .seconds(10) {
                kinds[name]?.hidden += 1
                return nil
            }
            let hidden = kinds[name]?.hidden ?? 0
            if kinds.count >= Self.limit { kinds.removeAll() }
            kinds[name] = Kind(shown: now)
            return hidden
        }
    }
}
