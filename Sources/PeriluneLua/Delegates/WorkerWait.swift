internal import CPeriluneLua

/// Waiting on the thread of a worker.
package enum WorkerWait {
    /// Waits for a semaphore (a `sem_t`), at most for so long, also if the time of the day is set back meanwhile.
    ///
    /// - Returns: Whether the semaphore was taken.
    package static func wait(
        for semaphore: UnsafeMutableRawPointer, timeout microseconds: Int
    ) -> Bool {
        cpl_wait(semaphore, UInt32(clamping: microseconds))
    }
}
