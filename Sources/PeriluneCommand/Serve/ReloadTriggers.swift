import Perilune
import PeriluneCore
import Synchronization

/// Tells when new versions of the scripts are to be taken: at SIGHUP, and when files change if that is wanted.
final class ReloadTriggers: Sendable {
    /// Why.
    enum Trigger: Sendable { case signal, change }

    /// An element when there is something to take; several reasons may be one.
    let stream: AsyncStream<Void>
    private let yield: AsyncStream<Void>.Continuation
    private let watcher: ScriptWatcher?
    private let signals: HangupSignals
    private let due: Due

    /// The reason that was not handled yet.
    private final class Due: Sendable {
        let trigger = Mutex<Trigger?>(nil)
    }

    /// Watches files, or waits for the signal alone.
    init(watching files: (@Sendable () -> [String])?) throws(PeriluneError) {
        let (stream, yield) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (self.stream, self.yield) = (stream, yield)
        let due = Due()
        self.due = due
        signals = HangupSignals {
            due.trigger.withLock { $0 = .signal }
            yield.yield()
        }
        watcher = try files.map { (files) throws(PeriluneError) in try ScriptWatcher(files) }
        guard let watcher else { return }
        Task {
            for await _ in watcher.changes {
                // Whoever sent a signal waits for an answer.
                due.trigger.withLock { $0 = $0 ?? .change }
                yield.yield()
            }
        }
    }

    /// Whether there is a reason.
    var isDue: Bool { due.trigger.withLock { $0 != nil } }

    /// The reason, once.
    func drain() -> Trigger? { due.trigger.withLock { $0.take() } }

    /// Other files may be needed now.
    func refresh() { watcher?.refresh() }

    /// Ends the stream.
    func stop() {
        watcher?.stop()
        yield.finish()
    }
}
