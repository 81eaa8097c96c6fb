package import PeriluneCore

/// The data for `perilune top` and `perilune tap`.
///
/// Workers update it at the end of each batch, so that they never wait for readers.
package final class LiveView: Sendable {
    /// The start of the host.
    package let started = Timestamp.now
    /// The most recently processed events.
    package let tap = Tap()
    /// The counts of delegates.
    package let totals = DelegateTotals()

    package init() {}
}
