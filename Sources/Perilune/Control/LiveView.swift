package import PeriluneCore

/// The data behind `perilune top` and `perilune tap`.
///
/// Workers update it at the end of each batch, so that readers never wait for them.
package final class LiveView: Sendable {
    /// When the host began.
    package let started = Timestamp.now
    /// Events as they are decided.
    package let tap = Tap()
    /// What delegates have done.
    package let totals = DelegateTotals()

    package init() {}
}
