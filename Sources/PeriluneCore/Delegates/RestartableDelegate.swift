/// A delegate that can be made as it was before its first event, cheaply.
///
/// Tests begin every case with it.
package protocol RestartableDelegate: EventDelegate {
    /// Forgets everything that events have left behind.
    func restart() throws(PeriluneError)
    /// Tells what is told when a delegate ends, such as what it has run.
    func retire()
}

extension Bus {
    /// Restarts every delegate that can be.
    package func restart() throws(PeriluneError) {
        for case let delegate as any RestartableDelegate in delegates { try delegate.restart() }
    }

    /// No more events come.
    package func retire() {
        for case let delegate as any RestartableDelegate in delegates { delegate.retire() }
    }
}
