import Glibc
package import PeriluneCore
import Synchronization

/// Starts a detached thread; returns false if the system cannot create more threads.
///
/// All signals are blocked in it: they belong to the program, and writing to a closed TLS connection would otherwise
/// end the process with SIGPIPE.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    guard pthread_create(&thread, &attributes, threadMain, work.toOpaque()) == 0 else {
        work.release()
        return false
    }
    return true
}

/// Runs a body on a thread of its own and waits for it, so that its time does not count for the calling thread.
package func runOnOwnThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws(PeriluneError) -> Result
) throws(PeriluneError) -> Result {
    let answer = ThreadAnswer<Result>()
    let work = Unmanaged.passRetained(
        ThreadBody {
            do throws(PeriluneError) {
                let result = try body()
                answer.result.withLock { $0 = .success(result) }
            } catch {
                answer.result.withLock { $0 = .failure(error) }
            }
        })
    var thread = pthread_t()
    guard pthread_create(&thread, nil, threadMain, work.toOpaque()) == 0 else {
        work.release()
        return try body()
    }
    pthread_join(thread, nil)
    guard let result = answer.result.withLock({ $0 }) else { return try body() }
    return try result.get()
}

private final class ThreadAnswer<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, PeriluneError>?>(nil)
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private typealias ThreadMain =
    @Sendable @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

private let threadMain: ThreadMain = { context in
    guard let context else { return nil }
    let body = Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    body.run()
    return nil
}
