/// A delegate that keeps saved state between events, so that it need not read the store for each.
package protocol StateCachingDelegate: EventDelegate {
    /// Forgets it: something else than an event has changed the store.
    func forgetSavedState()
}

extension Bus {
    /// Lets every delegate read state from the store again.
    package func forgetSavedState() {
        for case let delegate as any StateCachingDelegate in delegates {
            delegate.forgetSavedState()
        }
    }
}
