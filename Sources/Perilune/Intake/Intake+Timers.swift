internal import PeriluneCore

extension Intake {
    /// How often workers look for due timers while no event comes; less often if no script sets any.
    private static let interval: (used: Duration, unused: Duration) = (
        .milliseconds(100), .seconds(2)
    )

    /// Calls due timers while the host runs.
    func watchTimers() {
        Task { [weak self] in
            while !Task.isCancelled {
                guard let interval = self?.callTimers() else { return }
                try? await Task.sleep(for: interval)
            }
        }
    }

    /// Calls due timers; returns the time to wait before the next call, or nil at the end.
    private func callTimers() -> Duration? {
        if isStopping { return nil }
        guard !host.registry.scriptsWithTimers.isEmpty else { return Self.interval.unused }
        lanes?.callTimers()
        return Self.interval.used
    }

    /// Completes the event of a timer with what events from outside have.
    func prepared(_ event: LiveEvent) -> LiveEvent {
        var event = event
        event.keepsRecord = keepsRecords
        reserveNumber(for: &event)
        return event
    }
}
