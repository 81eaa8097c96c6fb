package import PeriluneCore

extension SourceHost {
    /// The longest pause between two attempts to connect.
    private static let longestPause: Duration = .seconds(30)
    private static let shortestPause: Duration = .milliseconds(250)

    /// Runs a connection until the task is cancelled, and again after each failure, with increasing pauses.
    package func keepConnecting(
        _ connection: () async throws(PeriluneError) -> Void
    ) async {
        var pause = Self.shortestPause
        while !Task.isCancelled {
            let start = ContinuousClock.now
            do throws(PeriluneError) {
                try await connection()
            } catch {
                if Task.isCancelled { return }
                report(error)
                if ContinuousClock.now - start > Self.longestPause { pause = Self.shortestPause }
                // A random part of the pause, so that clients do not reconnect at the same time.
                try? await Task.sleep(for: pause * Double.random(in: 0.5...1))
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }

    /// Repeats a function until it succeeds; only the first error is reported.
    ///
    /// `isFinal` returns whether repeating cannot help after an error. `wait` waits before the next attempt, and
    /// keeps the broker informed that this client is alive.
    ///
    /// - Throws: The last error, if it is final or the task is cancelled; an error of `wait`.
    package func persist(
        isFinal: (PeriluneError) -> Bool, wait: (Duration) async throws(PeriluneError) -> Void,
        _ body: () async throws(PeriluneError) -> Void
    ) async throws(PeriluneError) {
        var pause: Duration = .milliseconds(20)
        var hasReported = false
        while true {
            do throws(PeriluneError) { return try await body() } catch {
                if Task.isCancelled || isFinal(error) { throw error }
                if !hasReported { report(error) }
                hasReported = true
            }
            try await wait(pause)
            pause = min(pause * 2, .seconds(1))
        }
    }
}
