package import PeriluneCore

/// What those see who look on a host while it runs.
///
/// Workers tell it at the end of each batch, so that nobody who looks waits for them.
package final class LiveView: Sendable {
    /// When the host began.
    package let started = Timestamp.now
    /// Events as they are decided.
    package let tap = Tap()
    /// What delegates have done.
    package let totals = DelegateTotals()

    package init() {}
}
