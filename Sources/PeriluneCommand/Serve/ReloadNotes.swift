import Perilune
import PeriluneCore

/// Prints the results of reloads on standard error.
struct ReloadNotes: Sendable {
    let terminal: Terminal

    /// Prints the result of a request, and the changes of the configuration that it could not apply.
    func report(
        _ outcome: ReloadOutcome, _ needs: [RestartNeed], asked: Bool, at place: String = ""
    ) {
        let place = place.isEmpty ? terminal.time : place + " "
        for need in needs { terminal.info("\(place)warning: \(need)\n") }
        // For changed files, only a new result is worth a line; for an explicit request, always.
        guard asked || outcome.isChange else { return }
        switch outcome.result {
        case .success(let reload):
            terminal.info("\(place)\(reload.isUnchanged ? "" : "reloaded: ")\(reload)\n")
        case .failure(let error):
            terminal.report(
                error, prefix: "\(place)reload rejected; keeping the current version: ")
        }
    }

    /// Prints a message that is not about scripts.
    func info(_ text: String) { terminal.info("\(terminal.time)\(text)\n") }

    /// Prints an error.
    func warn(_ error: PeriluneError, _ what: String) {
        terminal.report(error, prefix: "\(terminal.time)\(what): ")
    }
}
