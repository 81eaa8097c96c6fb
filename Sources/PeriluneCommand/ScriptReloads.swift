import Dispatch
import Glibc
import Perilune
import PeriluneCore
import PeriluneFiles
import Synchronization

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

/// SIGHUP, but for the one that comes since the terminal is gone: that one ends the process, as usual.
///
/// Unchecked: the source is made before anybody else has it, and kept.
private final class HangupSignals: @unchecked Sendable {
    private let source: any DispatchSourceSignal

    init(_ come: @escaping @Sendable () -> Void) {
        let hadTerminal = Self.hasTerminal
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler {
            if hadTerminal, !Self.hasTerminal {
                kill(getpid(), SIGTERM)
            } else {
                come()
            }
        }
        source.resume()
    }

    private static var hasTerminal: Bool {
        let descriptor = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }
}
