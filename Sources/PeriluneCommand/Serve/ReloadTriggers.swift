import Perilune
import PeriluneCore
import Synchronization

/// Triggers reloads: at SIGHUP, and when files change if they are watched.
final class ReloadTriggers: Sendable {
    /// The reason for a reload.
    enum Trigger: Sendable { case signal, change }

    /// An element for each reload; several reasons may be combined.
    let stream: AsyncStream<Void>
    private let yield: AsyncStream<Void>.Continuation
    private let watcher: ScriptWatcher?
    private let signals: HangupSignals
    private let due: Due

    /// The reason that has not been handled yet.
    private final class Due: Sendable {
        let trigger = Mutex<Trigger?>(nil)
    }

    /// Watches files, or only waits for the signal.
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
                // A signal takes precedence, because its sender waits for the result.
                due.trigger.withLock { $0 = $0 ?? .change }
                yield.yield()
            }
        }
    }

    /// Whether a reload is due.
    var isDue: Bool { due.trigger.withLock { $0 != nil } }

    /// Returns the reason for a due reload, and removes it.
    func drain() -> Trigger? { due.trigger.withLock { $0.take() } }

    /// Reads which files to watch again.
    func refresh() { watcher?.refresh() }

    /// Ends the stream.
    func stop() {
        watcher?.stop()
        yield.finish()
    }
}
