internal import PeriluneCore
internal import PeriluneJSON

/// Switches to another version between two events.
extension WorkerCore {
    /// Uses another bus for events that begin from now on; those that wait for an answer keep theirs.
    func use(_ next: PreparedBus) {
        bus = next.bus
        begin(bus)
        let isSame = ordering == next.order.ordering && scriptsWithTimers == next.timers
        ordering = next.order.ordering
        // If the store cannot be read, the known timers are kept.
        if !isSame { try? readTimers(next.timers) }
        // Its commander refers to delegates by their indices on the previous bus.
        job = nil
    }

    /// Shows all delegates of a bus to `perilune top` from the beginning.
    func begin(_ bus: Bus) {
        options.supervision?.delegate(number).use(bus)
        guard let live = options.live else { return }
        bus.countDelegates()
        live.totals.addCounts(of: bus, worker: number)
    }

    /// Holds events back; calls `whenIdle` when no event waits for an answer any more.
    func hold(_ whenIdle: @escaping () -> Void) {
        held = []
        self.whenIdle = whenIdle
        if blocked.isEmpty { notifyIdle() }
    }

    /// Holds all events back, even those that wait behind others of their key; calls `whenIdle` when none is in
    /// progress.
    func halt(_ whenIdle: @escaping () -> Void) {
        for key in blocked.keys { blocked[key] = [] }
        hold(whenIdle)
    }

    /// Lets the events that were held back begin.
    func resumeHeld() {
        let lines = held ?? []
        held = nil
        notifyIdle()
        for line in lines {
            // An event that cannot be read has no key, and is rejected later.
            try? reader.read(copy: line.json)
            line.job.key = key(ordering)
            if blocked[line.job.key] != nil {
                deferBehindKey(line)
                continue
            }
            begin(line)
            if line.job.waiting == nil { line.job.batch.closeOne() }
        }
    }

    func notifyIdle() {
        let told = whenIdle
        whenIdle = nil
        told?()
    }
}
