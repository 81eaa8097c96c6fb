package import PeriluneCore

/// Time and chance, which tests replace.
package struct Pacing: Sendable {
    /// The clock.
    package var now: @Sendable () -> Timestamp
    /// Waits; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void
    /// From 0 up to, not including, 1.
    package var random: @Sendable () -> Double

    package init(
        now: @escaping @Sendable () -> Timestamp,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The system's.
    package static let system = Pacing(
        now: { Timestamp.now },
        sleep: { duration in try await Task.sleep(for: duration) },
        random: { .random(in: 0..<1) })
}

/// How often and for how long failed requests are retried.
public struct RetryPolicy: Hashable, Sendable {
    /// Tries in all; 1 does not repeat anything.
    public var attempts: Int
    /// The longest wait before the second try; it doubles with each further one.
    public var firstDelay: Duration
    /// The longest wait before any try.
    public var longestDelay: Duration
    /// The maximum time from the first attempt; no attempt is started afterwards.
    public var totalTime: Duration

    /// The defaults suit a service on the Internet that throttles.
    public init(
        attempts: Int = 6, firstDelay: Duration = .milliseconds(500),
        longestDelay: Duration = .seconds(30), totalTime: Duration = .seconds(300)
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.totalTime = totalTime
    }

    /// How long to wait after a number of tries.
    ///
    /// Chance spreads the tries of many clients over half of the wait, so that a server that was away is
    /// not met by all of them at once, nor all tries are over before it had a moment to come back.
    func delay(afterTries tries: Int, random: Double) -> Duration {
        let doubled = firstDelay * (1 << min(max(tries - 1, 0), 20))
        return min(doubled, longestDelay) * (0.5 + random / 2)
    }
}
