import Perilune
import PeriluneCore

/// The end of a command with sinks of plugins.
enum SinkDelivery {
    /// Waits until the sinks have taken the last records; returns the error if they have not.
    ///
    /// A signal ends the wait; if `signals` is `nil`, it ends the process.
    static func finish(
        _ host: Host, _ terminal: Terminal, _ signals: StopSignals? = nil
    ) async -> PeriluneError? {
        let isStopping = signals?.received != nil
        let start = ContinuousClock.now
        let late = await host.drain(for: .seconds(2))
        if let first = late.first, .now - start > .seconds(2) {
            terminal.info(
                "waiting up to 30 seconds for the sink '\(first)'; interrupt to end at once\n"
                    .withoutControls)
            let end = start + .seconds(30)
            while .now < end, isStopping || signals?.received == nil {
                if await host.drain(for: .milliseconds(250)).isEmpty { break }
            }
        }
        return host.undelivered
    }
}
