import Glibc

/// A place where one thread waits for what another one brings.
///
/// Only threads that are not Swift's own may wait here: on those the answer itself arrives.
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

    /// Brings the answer, once.
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
