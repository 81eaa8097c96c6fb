import Arguments
import Perilune
import PeriluneCore

/// What `process --watch` does besides reading: waits for the end, and reloads changed scripts.
final class LogFollowing: Sendable {
    private let host: Host
    private let scripts: RunningScripts
    private let notes: ReloadNotes
    private let reloads: ReloadTriggers

    init(_ host: Host, _ values: Values, _ terminal: Terminal) throws(PeriluneError) {
        self.host = host
        let scripts = RunningScripts(values, processAction.command)
        self.scripts = scripts
        notes = ReloadNotes(terminal: terminal)
        reloads = try ReloadTriggers { host.watchedFiles + scripts.watched }
    }

    /// The callbacks for the processor of the log.
    var follow: LogProcessor.Follow {
        LogProcessor.Follow(
            isDue: { self.reloads.isDue },
            between: { await self.reload($0, $1) })
    }

    func stop() { reloads.stop() }

    private func reload(_ log: String, _ line: Int) async {
        guard let trigger = reloads.drain() else { return }
        let asked = trigger == .signal
        let outcome = await host.attempt(scripts.request(host, asked: asked))
        notes.report(outcome, scripts.restartNeeds(), asked: asked, at: "\(log):\(line):")
        reloads.refresh()
    }
}
