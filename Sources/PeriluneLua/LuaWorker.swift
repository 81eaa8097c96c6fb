internal import CPeriluneLua

/// The thread on which states run, as the watchdog sees it.
final class LuaWorker {
    let handle: OpaquePointer?

    init() { handle = cpl_worker_new() }

    deinit { cpl_worker_free(handle) }

    /// Runs `body` watched: scripts may only run inside.
    func watched<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        cpl_worker_enter(handle)
        defer { cpl_worker_leave(handle) }
        return try body()
    }
}
