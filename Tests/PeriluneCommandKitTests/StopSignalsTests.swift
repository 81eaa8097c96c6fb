import Glibc
import PeriluneCommandKit
import Testing

/// What a first signal stops; here `stop()`, which is the same.
@Suite(.timeLimit(.minutes(5))) final class StopSignalsTests {
    private struct Failure: Error {}

    /// Ctrl-C ends the tests again.
    deinit { for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) } }

    @Test func runningWorkIsCancelledWithoutAnError() async throws {
        let signals = StopSignals()
        #expect(signals.received == nil)
        Task { signals.stop() }
        try await signals.run { try await Task.sleep(for: .seconds(600)) }
        #expect(signals.received == SIGINT)
    }

    @Test func aSignalBeforeTheWorkStopsIt() async throws {
        let signals = StopSignals()
        signals.stop()
        await signals.first()
        try await signals.run { try await Task.sleep(for: .seconds(600)) }
    }

    /// A second one would end the process.
    @Test func aSecondStopIsNotASecondSignal() {
        let signals = StopSignals()
        signals.stop()
        signals.stop()
        #expect(signals.received == SIGINT)
    }

    @Test func workThatFailsIsAnError() async {
        await #expect(throws: Failure.self) {
            try await StopSignals().run { throw Failure() }
        }
    }
}
