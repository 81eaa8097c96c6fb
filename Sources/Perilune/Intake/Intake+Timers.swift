internal import PeriluneCore

extension Intake {
    /// How often workers look for timers that are due while no event comes; seldom where no script sets any.
    private static let interval: (used: Duration, unused: Duration) = (
        .milliseconds(100), .seconds(2)
    )

    /// Calls timers that are due as long as the host runs.
    func watchTimers() {
        Task { [weak self] in
            while !Task.isCancelled {
                guard let interval = self?.callTimers() else { return }
                try? await Task.sleep(for: interval)
            }
        }
    }

    /// How long to wait until the next time; nil at the end.
    private func callTimers() -> Duration? {
        if isStopping { return nil }
        guard !host.registry.scriptsWithTimers.isEmpty else { return Self.interval.unused }
        lanes?.callTimers()
        return Self.interval.used
    }

    /// The event of a timer, with what any event has that came in.
    func prepared(_ event: LiveEvent) -> LiveEvent {
        var event = event
        event.keepsRecord = keepsRecords
        reserveNumber(for: &event)
        return event
    }
}
