import PeriluneCore
import Synchronization

/// Shows errors of a program that runs for long: of each kind one in ten seconds, and how many there were.
final class ProblemLog: Sendable {
    private struct Kind {
        var shown: ContinuousClock.Instant
        var hidden = 0
    }

    private let kinds = Mutex<[String: Kind]>([:])
    private let terminal: Terminal

    /// Kinds that are told apart; places of scripts bound them, unless somebody tries hard.
    private static let limit = 1000

    init(_ terminal: Terminal) { self.terminal = terminal }

    func show(_ error: PeriluneError, event: String?) {
        let name = "\(error.code.rawValue) \(error.place.description)"
        let now = ContinuousClock.now
        let hidden: Int? = kinds.withLock { kinds in
            if let kind = kinds[name], now - kind.shown < .seconds(10) {
                kinds[name]?.hidden += 1
                return nil
            }
            let hidden = kinds[name]?.hidden ?? 0
            if kinds.count >= Self.limit { kinds.removeAll() }
            kinds[name] = Kind(shown: now)
            return hidden
        }
        guard let hidden else { return }
        terminal.report(error, event: event)
        if hidden > 0 { terminal.note("  and \(hidden) more like this before\n") }
    }
}
