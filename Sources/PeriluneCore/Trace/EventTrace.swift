/// Traces one event, and the events that it publishes, on the bus.
///
/// It belongs to the event's commander, so that other events of the worker are not traced.
package final class EventTrace {
    /// What the current delegate has done so far.
    package var current = DelegateTrace()
    private let onStep: (TraceStep) -> Void
    private let clock = ContinuousClock()
    private var entered: ContinuousClock.Instant?
    private var called: ContinuousClock.Instant?
    private var event = ""
    private var part: TracePart?
    private var asked: Set<Int> = []
    /// The indices of delegates in the order in which they are asked; `nil` for ascending order.
    var order: [Int]?

    package init(_ onStep: @escaping (TraceStep) -> Void) { self.onStep = onStep }

    /// Begins the trace of an event.
    func begin(_ event: any EventContent) {
        self.event = event.id
        part = nil
        asked.removeAll()
    }

    /// Begins the trace of a part of the event.
    func begin(_ part: TracePart) {
        self.part = part
        asked.removeAll()
    }

    /// Called when a delegate is asked.
    func startTiming() {
        current = DelegateTrace()
        entered = clock.now
    }

    /// Stops the clock while the delegate waits for an answer.
    func pause() {
        guard let start = entered else { return }
        current.microseconds += (clock.now - start).microseconds
        entered = nil
    }

    /// Restarts the clock when the answer has arrived.
    func resume() { entered = clock.now }

    /// Reports what the current delegate did.
    func end(_ name: String, _ delegateIndex: Int, _ answer: TraceStep.Answer) {
        pause()
        asked.insert(delegateIndex)
        reportStep(name, delegateIndex, answer, current)
    }

    /// Reports a delegate that is not asked.
    func skip(_ name: String, _ delegateIndex: Int, _ answer: TraceStep.Answer) {
        guard asked.insert(delegateIndex).inserted else { return }
        reportStep(name, delegateIndex, answer, nil)
    }

    /// Reports a delegate that is not asked because its answer for an earlier part applies.
    func `repeat`(_ name: String, _ delegateIndex: Int, _ answer: TraceStep.Answer, of part: Int) {
        asked.insert(delegateIndex)
        reportStep(name, delegateIndex, answer, nil, answeredFor: part)
    }

    private func reportStep(
        _ name: String, _ delegateIndex: Int, _ answer: TraceStep.Answer, _ trace: DelegateTrace?,
        answeredFor earlier: Int? = nil
    ) {
        onStep(
            TraceStep(
                event: event, part: part, delegate: name, order: place(of: delegateIndex),
                answer: answer,
                answeredFor: earlier, trace: trace))
    }

    /// The position of a delegate in the order; delegates that are not asked come last.
    private func place(of delegateIndex: Int) -> Int {
        guard let order else { return delegateIndex }
        return order.firstIndex(of: delegateIndex) ?? order.count + delegateIndex
    }

    /// Records the call of a host function.
    package func call(_ name: String, _ arguments: [Value]) {
        called = clock.now
        current.calls.append(.init(name: name, arguments: arguments, answer: .waiting))
    }

    /// Records the answer to the last call.
    package func answer(_ answer: DelegateTrace.Call.Answer) {
        guard var call = current.calls.popLast() else { return }
        call.answer = answer
        if let called { call.microseconds = (clock.now - called).microseconds }
        current.calls.append(call)
    }
}
