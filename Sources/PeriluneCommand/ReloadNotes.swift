import Glibc
import Perilune
import PeriluneCore

/// Says on standard error what became of a reload.
struct ReloadNotes: Sendable {
    let terminal: Terminal

    func tell(_ reload: Reload, _ trigger: ReloadTriggers.Trigger, at place: String = "") {
        // What a change of files brought to light is worth a line, that they are the same only when asked.
        if reload.isUnchanged, trigger == .change { return }
        let word = reload.isUnchanged ? "" : "reloaded: "
        terminal.note("\(place.isEmpty ? Self.now : place) \(word)\(reload)\n")
    }

    func tell(_ error: PeriluneError, at place: String = "") {
        terminal.report(
            error, prefix: "\(place.isEmpty ? Self.now : place) not reloaded, what was goes on: ")
    }

    private static var now: String {
        Timestamp(microseconds: Int64(time(nil)) * 1_000_000).description
    }
}
