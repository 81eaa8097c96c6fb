internal import CPeriluneLua
internal import PeriluneCore
internal import Synchronization

/// Matches Lua patterns in Swift code.
package enum LuaPattern {
    private final class State: @unchecked Sendable {
        let worker = LuaWorker()
        let handle: OpaquePointer?

        init() {
            let callbacks = cpl_callbacks(
                context: nil, call: nil, source: nil, load: nil, scan: nil, save: nil,
                captures: nil)
            handle = cpl_state_new(worker.handle, ScriptLimits().bridged, callbacks, 0)
        }

        deinit { cpl_state_free(handle) }
    }

    private static let state = Mutex(State())

    /// Whether a pattern matches somewhere in a text; an invalid pattern matches nothing.
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        state.withLock { state in
            guard let handle = state.handle else { return false }
            var pattern = pattern
            var text = text
            var matches = false
            let status = pattern.withUTF8 { pattern in
                text.withUTF8 { text in
                    pattern.withMemoryRebound(to: CChar.self) { pattern in
                        text.withMemoryRebound(to: CChar.self) { text in
                            cpl_matches(
                                handle, pattern.baseAddress, pattern.count, text.baseAddress,
                                text.count, &matches)
                        }
                    }
                }
            }
            if cpl_is_spent(handle) { state = State() }
            return status == CPL_OK && matches
        }
    }
}
