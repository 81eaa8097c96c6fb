internal import CPeriluneLua
internal import PeriluneCore
internal import PeriluneJSON
internal import Synchronization

/// A script's event that waits for an async host call.
///
/// It holds its Lua state, so that the frame stays valid even if the delegate has made a new state by
/// the time the answer comes; then it fails instead of touching the old one. `wait` runs anywhere,
/// everything else on the worker's thread.
final class LuaSuspension: Suspension, @unchecked Sendable {
    /// What the script gets.
    struct Answer: Sendable {
        var failed = false
        var json: [UInt8] = []
    }

    let event: any EventContent
    private let delegate: LuaDelegate
    private let state: LuaState
    private let frame: OpaquePointer
    private let pending: PendingCall
    private let answer = Mutex(Answer())

    init(
        _ delegate: LuaDelegate, _ state: LuaState, _ frame: OpaquePointer, _ pending: PendingCall,
        json: [UInt8]
    ) throws(PeriluneError) {
        self.delegate = delegate
        self.state = state
        self.frame = frame
        self.pending = pending
        let copy = JSONEvent()
        try copy.read(copy: json)
        event = copy
    }

    func wait() async {
        var result = Answer()
        do {
            if let value = try await pending.body() { result.json = Array(value.json.utf8) }
        } catch {
            result.failed = true
            let known = error as? PeriluneError ?? PeriluneError("host.failed", "\(error)")
            result.json = Array(known.asScriptsSeeIt.json.utf8)
        }
        answer.withLock { $0 = result }
    }

    func resume(_ commander: Commander) throws(PeriluneError) -> Execution {
        for effect in pending.call.effects { commander.add(performed: effect) }
        return try delegate.resume(
            frame, of: state, answer: answer.withLock { $0 }, commander, json: { event.json })
    }
}
