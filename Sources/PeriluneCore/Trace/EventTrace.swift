/// Follows one event, and those that it publishes, over the bus.
///
/// It hangs on the event's commander, so that other events of the worker are not followed.
package final class EventTrace {
    /// What the delegate that is asked now has done so far.
    package var current = DelegateTrace()
    private let tell: (TraceStep) -> Void
    private let clock = ContinuousClock()
    private var entered: ContinuousClock.Instant?
    private var called: ContinuousClock.Instant?
    private var event = ""
    private var part: TracePart?
    private var asked: Set<Int> = []
    /// The indices of delegates in the order in which they are asked; `nil` for ascending order.
    var order: [Int]?

    package init(_ tell: @escaping (TraceStep) -> Void) { self.tell = tell }

    /// Another event.
    func begin(_ event: any EventContent) {
        self.event = event.id
        part = nil
        asked.removeAll()
    }

    /// The next part of the event.
    func begin(_ part: TracePart) {
        self.part = part
        asked.removeAll()
    }

    /// A delegate is asked.
    func ask() {
        current = DelegateTrace()
        entered = clock.now
    }

    /// It waits for an answer.
    func pause() {
        guard let start = entered else { return }
        current.microseconds += (clock.now - start).microseconds
        entered = nil
    }

    /// The answer has come.
    func resume() { entered = clock.now }

    /// It is done.
    func end(_ name: String, _ delegateIndex: Int, _ answer: TraceStep.Answer) {
        pause()
        asked.insert(delegateIndex)
        say(name, delegateIndex, answer, current)
    }

    /// It is not asked.
    func skip(_ name: String, _ delegateIndex: Int, _ answer: TraceStep.Answer) {
        guard asked.insert(delegateIndex).inserted else { return }
        say(name, delegateIndex, answer, nil)
    }

    /// It is not asked: what it answered for an earlier part applies.
    func `repeat`(_ name: String, _ delegateIndex: Int, _ answer: TraceStep.Answer, of part: Int) {
        asked.insert(delegateIndex)
        say(name, delegateIndex, answer, nil, answeredFor: part)
    }

    private func say(
        _ name: String, _ delegateIndex: Int, _ answer: TraceStep.Answer, _ trace: DelegateTrace?,
        answeredFor earlier: Int? = nil
    ) {
        tell(
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

    /// The delegate calls a function of the host.
    package func call(_ name: String, _ arguments: [Value]) {
        called = clock.now
        current.calls.append(.init(name: name, arguments: arguments, answer: .waiting))
    }

    /// The function called last has answered.
    package func answer(_ answer: DelegateTrace.Call.Answer) {
        guard var call = current.calls.popLast() else { return }
        call.answer = answer
        if let called { call.microseconds = (clock.now - called).microseconds }
        current.calls.append(call)
    }
}
