import Glibc

/// A result that one thread waits for and another one sets.
///
/// Only threads that are not part of Swift's pool may wait here, since the result arrives on those.
@safe final class BlockingAnswer<Answer: Sendable>: @unchecked Sendable {
    private let ready: UnsafeMutablePointer<sem_t>
    private var answer: Answer?

    init() {
        unsafe ready = .allocate(capacity: 1)
        unsafe sem_init(ready, 0, 0)
    }

    deinit {
        unsafe sem_destroy(ready)
        unsafe ready.deallocate()
    }

    /// Sets the answer, once.
    func put(_ answer: Answer) {
        self.answer = answer
        unsafe sem_post(ready)
    }

    /// Waits for the answer.
    func wait() -> Answer {
        while true {
            if unsafe sem_wait(ready) == 0, let answer { return answer }
        }
    }
}
