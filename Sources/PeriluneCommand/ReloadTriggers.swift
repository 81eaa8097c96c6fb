import Perilune
import PeriluneCore

/// Tells when new versions of the scripts are to be taken: at SIGHUP, and when files change if that is wanted.
final class ReloadTriggers: Sendable {
    /// Why.
    enum Trigger: Sendable { case signal, change }

    let stream: AsyncStream<Trigger>
    private let yield: AsyncStream<Trigger>.Continuation
    private let watcher: ScriptWatcher?
    private let signals: HangupSignals

    /// Watches files, or waits for the signal alone.
    init(watching files: (@Sendable () -> [String])?) throws(PeriluneError) {
        let (stream, yield) = AsyncStream.makeStream(
            of: Trigger.self, bufferingPolicy: .bufferingNewest(1))
        (self.stream, self.yield) = (stream, yield)
        signals = HangupSignals { yield.yield(.signal) }
        watcher = try files.map { (files) throws(PeriluneError) in try ScriptWatcher(files) }
        guard let watcher else { return }
        Task { for await _ in watcher.changes { yield.yield(.change) } }
    }

    /// Other files may be needed now.
    func refresh() { watcher?.refresh() }

    /// Ends the stream.
    func stop() {
        watcher?.stop()
        yield.finish()
    }
}
