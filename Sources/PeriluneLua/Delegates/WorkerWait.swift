internal import CPeriluneLua

/// Waits on the thread of a worker.
package enum WorkerWait {
    /// Waits for a semaphore (a `sem_t`) up to a timeout, regardless of changes to the system clock.
    ///
    /// - Returns: Whether the semaphore was acquired.
    package static func wait(
        for semaphore: UnsafeMutableRawPointer, timeout microseconds: Int
    ) -> Bool {
        cpl_wait(semaphore, UInt32(clamping: microseconds))
    }
}
