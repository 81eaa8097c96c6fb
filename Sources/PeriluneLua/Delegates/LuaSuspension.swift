internal import CPeriluneLua
internal import PeriluneCore
internal import PeriluneJSON
internal import Synchronization

/// The event of a script that waits for an async host call.
///
/// It retains its Lua state, so that the frame stays valid if the delegate replaces the state in the meantime;
/// resuming then throws without touching the old state. `wait` may run on any thread, everything else on the worker's
/// thread.
final class LuaSuspension: Suspension, @unchecked Sendable {
    /// The answer to the script.
    struct Answer: Sendable {
        var failed = false
        var json: [UInt8] = []
        /// The error that ends the event; the script does not see it.
        var end: PeriluneError?

        /// The answer of an event that stopped waiting at the deadline.
        static let abandoned = Answer(CallDeadline.isOver)

        init(_ error: PeriluneError) {
            failed = true
            json = Array(error.asScriptsSeeIt.json.utf8)
        }

        /// Ends the event with an error that the script does not see.
        init(ending error: PeriluneError) {
            self.init(error)
            end = error
        }

        /// Carries out the call.
        init(_ pending: PendingCall) async {
            do {
                if let value = try await pending.body() {
                    json = pending.call.json ?? Self.json(value)
                }
            } catch {
                let error = CallDeadline.explain(error)
                failed = true
                let known = error as? PeriluneError ?? PeriluneError("host.failed", "\(error)")
                if known.endsEvent { end = known }
                json = Array(known.asScriptsSeeIt.json.utf8)
            }
        }

        private static func json(_ value: Value) -> [UInt8] {
            var writer = JSONWriter()
            writer.write(value)
            return writer.bytes
        }

        /// The answer as `explain` shows it.
        var traced: DelegateTrace.Call.Answer {
            let value = try? Value(json: json)
            guard failed else { return .returned(value) }
            return .failed(
                code: value?["code"]?.string ?? "", message: value?["message"]?.string ?? "")
        }
    }

    let event: any EventContent
    private let delegate: LuaDelegate
    private let state: LuaState
    private let frame: OpaquePointer
    private let pending: PendingCall
    private let answer = Mutex(Answer.abandoned)

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
        let result = await Answer(pending)
        answer.withLock { $0 = result }
    }

    func resume(_ commander: Commander) throws(PeriluneError) -> Execution {
        try resumeTraced(answer.withLock { $0 }, commander)
    }

    func cancel(
        _ error: PeriluneError, _ commander: Commander
    ) throws(PeriluneError) -> Execution {
        try resumeTraced(Answer(ending: error), commander)
    }

    private func resumeTraced(
        _ answer: Answer, _ commander: Commander
    ) throws(PeriluneError) -> Execution {
        for effect in pending.call.effects { commander.add(performed: effect) }
        guard let trace = commander.trace else { return try resume(answer, commander) }
        trace.answer(answer.traced)
        return try delegate.watch(trace, event, commander) { () throws(PeriluneError) in
            try resume(answer, commander)
        }
    }

    private func resume(
        _ answer: Answer, _ commander: Commander
    ) throws(PeriluneError) -> Execution {
        try delegate.resume(
            frame, of: state, answer: answer, commander, json: { event.json })
    }
}
