import Glibc

/// A mutex on which threads can wait for a change of the state that it protects.
@safe final class ConditionMutex: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>

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

    func lock() { unsafe pthread_mutex_lock(mutex) }

    func unlock() { unsafe pthread_mutex_unlock(mutex) }

    /// Releases the locked mutex until another thread signals, and locks it again.
    func wait() { unsafe pthread_cond_wait(changed, mutex) }

    /// Wakes one waiting thread.
    func signal() { unsafe pthread_cond_signal(changed) }

    /// Wakes all waiting threads.
    func broadcast() { unsafe pthread_cond_broadcast(changed) }
}
