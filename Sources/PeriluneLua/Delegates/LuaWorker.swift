internal import CPeriluneLua

/// States that one thread uses at a time, as the watchdog sees them.
final class LuaWorker {
    let handle: OpaquePointer?

    init() { handle = cpl_worker_new() }

    deinit { cpl_worker_free(handle) }
}
