internal import CPeriluneLua

/// The Lua states of one thread, as the watchdog for time limits sees them.
final class LuaWorker {
    let handle: OpaquePointer?

    init() { handle = cpl_worker_new() }

    deinit { cpl_worker_free(handle) }
}
