internal import PeriluneCore
internal import PeriluneJSON
internal import PeriluneStore

/// Timers are stored as state: they are set when their event has ended, and saved with its other changes.
extension PendingState {
    /// Reads the timers of the keys of a worker.
    ///
    /// - Parameters:
    ///   - scripts: The scripts that set timers.
    ///   - keepsClock: Whether event time is saved, for a run that can be resumed.
    ///   - isOwn: Whether a timer's key belongs to the worker.
    /// - Throws: An error if the store cannot be read, or cannot list values.
    func readTimers(
        of scripts: [String], keepsClock: Bool, where isOwn: (Timer) -> Bool
    ) throws(PeriluneError) {
        var queue = TimerQueue()
        for script in scripts {
            var last: String?
            repeat {
                let values = try values(
                    script: script, prefix: TimerKey.prefix, after: last, limit: 1000)
                for value in values {
                    let slot = StateSlot(script: script, key: value.key)
                    if let timer = Timer(slot, value.value), isOwn(timer) {
                        queue.change(slot, to: timer)
                    }
                }
                last = values.count < 1000 ? nil : values.last?.key
            } while last != nil
            if keepsClock, let bytes = try load(script: script, key: TimerKey.clock),
                let clock = Int64(String(decoding: bytes, as: UTF8.self))
            {
                queue.advance(to: clock)
            }
        }
        let read = queue
        change { pending in
            var queue = read
            if let clock = pending.timers?.clock { queue.advance(to: clock) }
            pending.timers = queue
            pending.clockOwner = keepsClock ? scripts.first : nil
        }
    }

    /// Removes all timers, because no script sets any.
    func forgetTimers() { change { $0.timers = nil } }

    /// Advances event time.
    ///
    /// - Returns: Whether timers may be due.
    func advance(to time: Int64) -> Bool {
        change { pending in
            pending.timers?.advance(to: time)
            return pending.timers?.isDue ?? false
        }
    }

    /// The event time so far.
    var clock: Int64 { change { $0.timers?.clock ?? .min } }

    /// Returns the next timer that is due, in event time or at the given time.
    func nextTimer(at time: Int64? = nil) -> Timer? {
        change { pending in
            let time = time ?? pending.timers?.clock ?? .min
            return pending.timers?.next(at: time)
        }
    }

    /// The timers that are set, in order.
    var timers: [Timer] { change { $0.timers?.timers ?? [] } }

    /// Removes a timer before its call; false if it was cancelled or set again meanwhile.
    func end(_ timer: Timer) -> Bool {
        guard change({ $0.timers?.isSet(timer) ?? false }) else { return false }
        save([StateChange(script: timer.script, key: timer.slot.key, value: nil)], position: nil)
        return true
    }
}
