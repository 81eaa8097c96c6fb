import Glibc

/// Who may use the connection: one at a time, and one writer until its transaction ends.
///
/// A writer that waits for the outside world - a webhook that may veto - releases it meanwhile.
/// Readers then get in, so that the receiver of the webhook can query the sandbox; other writers wait.
@safe final class ConnectionLock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var isBusy = false
    private var hasWriter = false

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Waits for the connection, and as a writer also for the end of the other writer.
    func acquire(asWriter: Bool) {
        wait { isBusy || asWriter && hasWriter }
        if asWriter { hasWriter = true }
        isBusy = true
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Releases the lock and wakes those that wait.
    func release(asWriter: Bool) {
        unsafe pthread_mutex_lock(mutex)
        if asWriter { hasWriter = false }
        isBusy = false
        unsafe pthread_cond_broadcast(changed)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Waits for the connection again after `release(asWriter: false)` in the middle of a transaction.
    func resume() {
        wait { isBusy }
        isBusy = true
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Waits; returns with the mutex held.
    private func wait(while condition: () -> Bool) {
        unsafe pthread_mutex_lock(mutex)
        while condition() { unsafe pthread_cond_wait(changed, mutex) }
    }
}
