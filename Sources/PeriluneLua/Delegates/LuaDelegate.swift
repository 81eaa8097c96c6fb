internal import CPeriluneLua
internal import PeriluneCore
internal import PeriluneJSON

/// Runs a script as a delegate.
///
/// A Lua state that exceeds a limit is replaced by a new one.
final class LuaDelegate: EventDelegate {
    private let script: Script
    private let context: WorkerContext
    private let worker: LuaWorker
    private(set) var state: LuaState
    /// Reads the values for `event.captures`.
    private var reader: CaptureReader?
    /// The notices that the modules of replaced states have counted.
    private var notices = Notices()
    /// The path of the ordering key, until an event with this path has been seen.
    private var missingKey: FieldPath?
    /// Whether the key orders events.
    private let ordersEvents: Bool
    /// The events without that path since notices were last taken.
    private var eventsWithoutKey = 0
    /// Whether the state has been given the current event, so that `execute` need not do so after `shouldHandle`.
    private var began = false

    init(
        _ script: Script, _ context: WorkerContext, key: FieldPath? = nil,
        ordersEvents: Bool = false
    ) throws(PeriluneError) {
        self.script = script
        self.ordersEvents = ordersEvents
        missingKey = key
        self.context = context
        worker = LuaWorker()
        state = try LuaState(script, worker, context)
        try state.load()
    }

    func shouldHandle(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError)
        -> Bool
    {
        try begin(event, commander)
        var claims = false
        if cpl_should_handle(state.handle, &claims) != CPL_OK { throw failure() }
        return claims
    }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError)
        -> Execution
    {
        if !began { try begin(event, commander) }
        var reply = cpl_reply()
        let status = cpl_execute(state.handle, Self.buffer(of: commander), &reply)
        return try end(status, reply, commander) { event.json }
    }

    func take(
        _ event: any EventContent, _ commander: Commander, asking: Bool
    )
        throws(PeriluneError) -> Handling
    {
        guard let trace = commander.trace else {
            return try decide(event, commander, asking: asking)
        }
        return try watch(trace, event, commander) { () throws(PeriluneError) in
            try decide(event, commander, asking: asking)
        }
    }

    private func decide(
        _ event: any EventContent, _ commander: Commander, asking: Bool
    )
        throws(PeriluneError) -> Handling
    {
        var input = cpl_event(unsafeDowncast(event, to: JSONEvent.self), commander)
        var reply = cpl_reply()
        let output = Self.buffer(of: commander)
        let status =
            commander.isTimer
            ? cpl_fire(state.handle, &input, output, &reply)
            : cpl_take(state.handle, &input, asking, output, &reply)
        if missingKey != nil, status != CPL_OK || reply.decision != CPL_DECLINED {
            noteKey(of: event, commander)
        }
        if status == CPL_OK {
            if state.hasChanges { try context.store.save(state.takeChanges()) }
            if reply.decision == CPL_DECLINED { return .declined }
            commander.emitted += Int(reply.emitted)
            return reply.decision == CPL_HANDLED ? .handled : .replied(Self.reply(reply))
        }
        guard
            case .suspended(let suspension) = try end(
                status, reply, commander, json: { event.json })
        else { return .handled }
        return .suspended(suspension)
    }

    func finish(committed: Bool) throws(PeriluneError) {
        began = false
        if cpl_finish(state.handle, committed) != CPL_OK { throw failure() }
        if state.hasChanges { try context.store.save(state.takeChanges()) }
    }

    /// Resumes a suspended event; throws if the state has been replaced meanwhile.
    func resume(
        _ frame: OpaquePointer, of state: LuaState, answer: LuaSuspension.Answer,
        _ commander: Commander, json: () -> [UInt8]
    ) throws(PeriluneError) -> Execution {
        if let end = answer.end { throw cancelSuspended(frame, of: state, end, commander) }
        guard state === self.state, !state.isSpent else {
            throw PeriluneError(
                "script.restarted",
                "the script was restarted while the event waited for the answer to an effect",
                at: .init(file: script.path),
                hint: "another event exceeded a limit of the script meanwhile")
        }
        began = true
        var reply = cpl_reply()
        let status = answer.json.withUnsafeBufferPointer { bytes in
            cpl_resume(
                state.handle, frame, answer.failed, answer.json.isEmpty ? nil : bytes.baseAddress,
                bytes.count, Self.buffer(of: commander), &reply)
        }
        return try end(status, reply, commander, json: json)
    }

    /// Ends a suspended event without resuming the script, which could otherwise catch the error with `pcall`.
    private func cancelSuspended(
        _ frame: OpaquePointer, of state: LuaState, _ error: PeriluneError, _ commander: Commander
    ) -> PeriluneError {
        var error = error
        error.place.file = script.path
        guard state === self.state, !state.isSpent else { return error }
        began = true
        cpl_abandon(state.handle, frame, Self.buffer(of: commander))
        // A pending `__close` function may have exceeded a limit.
        if state.isSpent { try? renew() }
        return error
    }

    private func begin(_ event: any EventContent, _ commander: Commander) throws(PeriluneError) {
        var input = cpl_event(unsafeDowncast(event, to: JSONEvent.self), commander)
        guard cpl_begin(state.handle, &input) else { throw failure() }
        began = true
    }

    private func end(
        _ status: cpl_status, _ reply: cpl_reply, _ commander: Commander, json: () -> [UInt8]
    ) throws(PeriluneError) -> Execution {
        commander.emitted += Int(reply.emitted)
        switch status {
        case CPL_OK:
            return .finished(Self.reply(reply))
        case CPL_SUSPENDED:
            began = false
            guard let frame = reply.frame, let pending = state.pending else {
                throw PeriluneError("script.host", "the script yielded outside a call of the host")
            }
            state.pending = nil
            return .suspended(try LuaSuspension(self, state, frame, pending, json: json()))
        default:
            throw failure()
        }
    }

    /// The error of the last call.
    ///
    /// If the state is spent, it is replaced here, so that the next event is not affected.
    private func failure() -> PeriluneError {
        let error = state.lastError()
        // Members of large tables may have been saved before the error.
        _ = state.takeChanges()
        if state.isSpent {
            do {
                try renew()
            } catch {
                // The file could be loaded before; if it cannot now, every event fails with this error.
                return error
            }
        }
        return error
    }

    /// Notes whether an event that the script takes has the path of the ordering key.
    private func noteKey(of event: any EventContent, _ commander: Commander) {
        guard let path = missingKey, !commander.isTimer, event.type != EventType.logEnd else {
            return
        }
        if event[path] == nil {
            eventsWithoutKey += 1
        } else {
            notices.add(subject(ofKey: path), 0, isFound: true)
            missingKey = nil
        }
    }

    private func subject(ofKey path: FieldPath) -> Notices.Subject {
        Notices.Subject(
            owner: script.name, name: path.description, kind: .key(ordersEvents: ordersEvents))
    }

    /// Replaces the Lua state with a new one.
    private func renew() throws(PeriluneError) {
        state.reportCoverage()
        state.takeNotices(into: &notices)
        let fresh = try LuaState(script, worker, context)
        try fresh.load()
        if let reader { try fresh.provide(reader) }
        state = fresh
    }

    private static func buffer(of commander: Commander) -> UnsafeMutablePointer<cpj_buffer> {
        unsafeDowncast(commander.output, to: JSONBuffer.self).address
            .assumingMemoryBound(to: cpj_buffer.self)
    }

    static func reply(_ reply: cpl_reply) -> Reply {
        switch reply.decision {
        case CPL_DEFAULT: .byDefault(url: reply.text.length > 0 ? text(reply.text) : nil)
        case CPL_PASS: .pass
        case CPL_REJECT: .reject(reason: text(reply.text))
        case CPL_REJECT_PART: .rejectPart(reason: text(reply.text))
        default: .handled
        }
    }

    private static func text(_ text: cpj_text) -> String {
        String(
            decoding: UnsafeBufferPointer(start: text.bytes, count: text.length), as: UTF8.self)
    }
}

extension cpl_event {
    /// An event, with what its commander says of it; both must outlive the event.
    init(_ event: JSONEvent, _ commander: Commander) {
        self.init(
            document: event.documentAddress.assumingMemoryBound(to: cpj_document.self),
            context: Unmanaged.passUnretained(commander).toOpaque(),
            watermark: commander.watermark, time_bound: commander.timeBound)
    }
}

extension LuaDelegate: CapturingDelegate {
    var captures: CaptureReader? {
        get { reader }
        set {
            reader = newValue
            // If memory is too low even for this, the script fails at its first event.
            if let newValue { try? state.provide(newValue) }
        }
    }
}

extension LuaDelegate: RestartableDelegate {
    func restart() throws(PeriluneError) {
        began = false
        if script.isRestartable, !state.isSpent { try state.restart() } else { try renew() }
    }

    func reportAtEnd() { state.reportCoverage() }
}

extension LuaDelegate: StateCachingDelegate {
    func forgetSavedState() { cpl_forget_texts(state.handle) }
}

extension LuaDelegate: NoticingDelegate {
    func takeNotices(into sum: inout Notices) {
        if eventsWithoutKey > 0, let path = missingKey {
            sum.add(subject(ofKey: path), eventsWithoutKey, isFound: false)
        }
        eventsWithoutKey = 0
        sum += notices
        notices = Notices()
        state.takeNotices(into: &sum)
    }
}

extension LuaDelegate: MeasuredDelegate {
    var memoryUsed: Int { cpl_memory_used(state.handle) }
}
