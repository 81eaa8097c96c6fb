import Perilune
import PeriluneCore
import Synchronization

/// What `process --watch` does beside reading: it waits for the end, and for new versions of the scripts.
final class LogFollowing: Sendable {
    private let host: Host
    private let notes: ReloadNotes
    private let reloads: ReloadTriggers
    private let due = Mutex<ReloadTriggers.Trigger?>(nil)
    private let isOver = Atomic(false)

    init(_ host: Host, _ terminal: Terminal) throws(PeriluneError) {
        self.host = host
        notes = ReloadNotes(terminal: terminal)
        reloads = try ReloadTriggers { host.watchedFiles }
        let signals = StopSignals()
        Task { [self] in
            await signals.first()
            isOver.store(true, ordering: .relaxed)
        }
        Task { [self] in
            for await trigger in reloads.stream { due.withLock { $0 = trigger } }
        }
    }

    /// For the processor of the log.
    var follow: LogProcessor.Follow {
        LogProcessor.Follow(
            isOver: { self.isOver.load(ordering: .relaxed) },
            isDue: { self.due.withLock { $0 != nil } },
            between: { await self.reload($0, $1) })
    }

    func stop() { reloads.stop() }

    private func reload(_ log: String, _ line: Int) async {
        guard let trigger = due.withLock({ $0.take() }) else { return }
        let place = "\(log):\(line):"
        do throws(PeriluneError) {
            notes.tell(try await host.reload(), trigger, at: place)
        } catch {
            notes.tell(error, at: place)
        }
        reloads.refresh()
    }
}
