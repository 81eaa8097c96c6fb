internal import PeriluneCore
internal import PeriluneJSON
internal import Synchronization

/// Chooses the workers for the events of ``Host/process(_:)``.
///
/// If a delegate keeps state, each key belongs to one worker, as for logs. Otherwise, a call goes to the worker with
/// the fewest calls.
final class CallRouter: OrderGate {
    private struct State {
        var order: EventOrder
        /// The number of unfinished calls of each worker.
        var calls: [Int]
        /// The number of calls that are beginning on the threads of their callers.
        var entering = 0
        /// Calls that wait for a change of the order; `nil` while it does not change.
        var held: [RoutedCall]?
        let reader = JSONEvent(numbersTypes: false)
    }

    private let workers: [Worker]
    private let state: Mutex<State>

    init(_ workers: [Worker], _ order: EventOrder) {
        self.workers = workers
        state = Mutex(State(order: order, calls: workers.map { _ in 0 }))
    }

    /// Processes events; those with the same key in order.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - waitsForKey: Whether they wait for unfinished events of their key.
    ///   - mayRunInline: Whether they may be processed on the calling thread if their worker is idle. Two switches of
    ///     the thread cost several times what processing an event does.
    /// - Returns: The results in the order of the events; if the task is cancelled, unfinished events have failed
    ///   with `event.cancelled`.
    /// - Throws: The error that ended the run.
    nonisolated(nonsending) func process(
        _ events: [Event], waitsForKey: Bool = true, mayRunInline: Bool = false
    ) async throws(PeriluneError) -> Host.Results {
        if mayRunInline, !Task.isCancelled, let batch = await processInline(events) {
            return try Host.Results([batch])
        }
        let call = RoutedCall(events, waitsForKey: waitsForKey)
        let batches = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Sent under the lock, so that calls with the same key reach their worker in order.
                state.withLock { state in
                    call.wait(continuation)
                    if waitsForKey, state.held != nil {
                        state.held?.append(call)
                    } else {
                        send(call, &state)
                    }
                }
            }
        } onCancel: {
            call.cancel()
        }
        return try Host.Results(batches)
    }

    /// Processes events on the calling thread; `nil` if their worker is not idle.
    private nonisolated(nonsending) func processInline(_ events: [Event]) async -> BatchBox? {
        let worker: Int? = state.withLock { state in
            guard state.held == nil, let part = split(events, &state).first else { return nil }
            state.entering += 1
            state.calls[part.worker] += 1
            return part.worker
        }
        guard let worker else { return nil }
        let begun = workers[worker].beginInline(events)
        state.withLock { state in
            state.entering -= 1
            if begun?.isDone ?? true { state.calls[worker] -= 1 }
        }
        guard let begun, !begun.isDone else { return begun?.batch }
        let batch = await withTaskCancellationHandler {
            await workers[worker].finish(begun.batch)
        } onCancel: {
            workers[worker].cancel(begun.batch)
        }
        state.withLock { $0.calls[worker] -= 1 }
        return batch
    }

    private func send(_ call: RoutedCall, _ state: inout State) {
        let parts = split(call.events, &state)
        call.begin(parts.count)
        for part in parts {
            let worker = part.worker
            state.calls[worker] += 1
            workers[worker].begin(
                call.events, only: part.numbers, waitsForKey: call.waitsForKey,
                isCancelled: { call.isCancelled },
                waits: { [worker = workers[worker]] in call.addWaiting($0, on: worker) },
                done: { batch in
                    self.state.withLock { $0.calls[worker] -= 1 }
                    call.end(batch)
                })
        }
    }

    /// The workers for the events, with the indices of each; `nil` stands for all events.
    private func split(
        _ events: [Event], _ state: inout State
    ) -> [(worker: Int, numbers: [Int]?)] {
        if workers.count == 1 { return [(0, nil)] }
        let isKeyed = state.order.ordering != nil
        let first = isKeyed ? 0 : state.calls.indices.min { state.calls[$0] < state.calls[$1] } ?? 0
        if events.count == 1, !isKeyed { return [(first, nil)] }
        var numbers = workers.map { _ in [Int]() }
        for (number, event) in events.enumerated() {
            // An event that cannot be read has no key; its worker rejects it.
            let isRead = (try? state.reader.read(copy: event.json, trusted: true)) != nil
            let key = isRead ? state.reader.key(state.order.ordering) : 0
            let lane = Int(key % UInt64(workers.count))
            numbers[(first + lane) % workers.count].append(number)
        }
        let used = numbers.indices.filter { !numbers[$0].isEmpty }
        if used.count < 2 { return [(used.first ?? first, nil)] }
        return used.map { ($0, numbers[$0]) }
    }

    func close() async {
        state.withLock { $0.held = [] }
        while state.withLock({ $0.entering > 0 }) {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    func open(_ order: EventOrder) {
        state.withLock { state in
            state.order = order
            let held = state.held ?? []
            state.held = nil
            for call in held { send(call, &state) }
        }
    }
}
