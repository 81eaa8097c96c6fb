/// A delegate that can be reset to its state before the first event, which is cheaper than a new one.
///
/// Tests reset it before every case.
package protocol RestartableDelegate: EventDelegate {
    /// Discards everything that earlier events have left behind.
    func restart() throws(PeriluneError)
    /// Reports what is only known at the end, such as coverage.
    func reportAtEnd()
}

extension Bus {
    /// Restarts every delegate that can be restarted.
    package func restart() throws(PeriluneError) {
        for delegate in restartable { try delegate.restart() }
    }

    /// Tells the delegates that no more events will follow.
    package func reportAtEnd() {
        for delegate in restartable { delegate.reportAtEnd() }
    }
}
