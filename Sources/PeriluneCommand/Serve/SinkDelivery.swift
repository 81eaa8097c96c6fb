import Perilune
import PeriluneCore

/// The end of a command whose host delivers records to the sinks of plugins.
enum SinkDelivery {
    /// Waits until the sinks have taken the last records; returns the error if they have not.
    static func finish(_ host: Host, _ terminal: Terminal) async -> PeriluneError? {
        let start = ContinuousClock.now
        let late = await host.drain(for: .seconds(2))
        if let first = late.first, .now - start > .seconds(2) {
            terminal.info(
                "waiting up to 30 seconds for the sink '\(first)'; interrupt to end at once\n"
                    .withoutControls)
            await host.drain(for: .seconds(28))
        }
        return host.undelivered
    }
}
