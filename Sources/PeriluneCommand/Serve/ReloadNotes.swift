import Perilune
import PeriluneCore

/// Says on standard error what became of a reload.
struct ReloadNotes: Sendable {
    let terminal: Terminal

    /// Tells what became of a request, and what of the configuration it could not take.
    func tell(_ outcome: ReloadOutcome, _ needs: [RestartNeed], asked: Bool, at place: String = "")
    {
        let place = place.isEmpty ? terminal.time : place + " "
        for need in needs { terminal.info("\(place)warning: \(need)\n") }
        // What a change of files brought to light is worth a line, that nothing new did only when asked.
        guard asked || outcome.isChange else { return }
        switch outcome.result {
        case .success(let reload):
            terminal.info("\(place)\(reload.isUnchanged ? "" : "reloaded: ")\(reload)\n")
        case .failure(let error):
            terminal.report(
                error, prefix: "\(place)reload rejected; keeping the current version: ")
        }
    }

    /// Something beside the scripts.
    func info(_ text: String) { terminal.info("\(terminal.time)\(text)\n") }

    /// Something that went wrong.
    func warn(_ error: PeriluneError, _ what: String) {
        terminal.report(error, prefix: "\(terminal.time)\(what): ")
    }
}
