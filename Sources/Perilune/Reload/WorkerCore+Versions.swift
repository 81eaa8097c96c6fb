internal import PeriluneCore
internal import PeriluneJSON

/// Another version, between two events.
extension WorkerCore {
    /// From here on events begin with another bus; those that wait for an answer keep theirs.
    func use(_ next: PreparedBus) {
        bus = next.bus
        begin(bus)
        let isSame = ordering == next.order.ordering && scriptsWithTimers == next.timers
        ordering = next.order.ordering
        // Where the store cannot be read, the timers stay that are known.
        if !isSame { try? readTimers(next.timers) }
        // Its commander knows delegates by their places on the bus before.
        job = nil
    }

    /// Shows all delegates of a bus to `perilune top` from the beginning.
    func begin(_ bus: Bus) {
        options.supervision?.delegate(number).use(bus)
        guard let live = options.live else { return }
        bus.countDelegates()
        live.totals.addCounts(of: bus, worker: number)
    }

    /// Lets no event begin, and tells when none waits for an answer any more.
    func hold(_ whenIdle: @escaping () -> Void) {
        held = []
        self.whenIdle = whenIdle
        if blocked.isEmpty { notifyIdle() }
    }

    /// Lets no event begin any more, not even those that wait behind others of their key, and tells when none is in
    /// progress.
    func halt(_ whenIdle: @escaping () -> Void) {
        for key in blocked.keys { blocked[key] = [] }
        hold(whenIdle)
    }

    /// Lets the events begin that were held.
    func resumeHeld() {
        let lines = held ?? []
        held = nil
        notifyIdle()
        for line in lines {
            // What cannot be read has no key; it is refused as it is.
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
