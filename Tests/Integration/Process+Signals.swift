import Foundation

extension Process {
    /// Starts the process with no signal blocked.
    ///
    /// The threads on which tests run block most signals, and a process inherits that; `terminate()` would not end it.
    func runWithoutBlockedSignals() throws {
        var none = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try run()
    }
}
