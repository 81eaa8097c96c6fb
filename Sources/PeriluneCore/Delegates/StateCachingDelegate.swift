/// A delegate that caches saved state between events, so that it need not read the store for each event.
package protocol StateCachingDelegate: EventDelegate {
    /// Discards the cached state, because something other than an event has changed the store.
    func forgetSavedState()
}

extension Bus {
    /// Makes every delegate read its state from the store again.
    package func forgetSavedState() {
        for case let delegate as any StateCachingDelegate in delegates {
            delegate.forgetSavedState()
        }
    }
}
