/// Who may use the connection: one at a time, and one writer until its transaction ends.
///
/// A writer that waits for the outside world - a webhook that may veto - releases it meanwhile.
/// Readers then get in, so that the receiver of the webhook can query the sandbox; other writers wait.
final class ConnectionLock: @unchecked Sendable {
    private let mutex = ConditionMutex()
    private var isBusy = false
    private var hasWriter = false

    /// Waits for the connection, and as a writer also for the end of the other writer.
    func acquire(asWriter: Bool) {
        wait { isBusy || asWriter && hasWriter }
        if asWriter { hasWriter = true }
        isBusy = true
        mutex.unlock()
    }

    /// Releases the lock and wakes those that wait.
    func release(asWriter: Bool) {
        mutex.lock()
        if asWriter { hasWriter = false }
        isBusy = false
        mutex.broadcast()
        mutex.unlock()
    }

    /// Waits for the connection again after `release(asWriter: false)` in the middle of a transaction.
    func resume() {
        wait { isBusy }
        isBusy = true
        mutex.unlock()
    }

    /// Waits; returns with the mutex held.
    private func wait(while condition: () -> Bool) {
        mutex.lock()
        while condition() { mutex.wait() }
    }
}
