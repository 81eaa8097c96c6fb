public import PeriluneCore
internal import PeriluneJSON
internal import Synchronization

extension Delegate {
    /// Creates a delegate from an asynchronous closure; it takes every event of its types.
    ///
    /// ```swift
    /// Delegate.async(on: "order.placed", name: "stock") { event, commander in
    ///     let order = try event.data(as: Order.self)
    ///     guard try await warehouse.has(order.item) else { return .reject(reason: "sold out") }
    ///     return .pass
    /// }
    /// ```
    ///
    /// The worker processes other events meanwhile; those of the same ordering key wait. What the closure does with
    /// its commander is carried out when it returns. If it throws, nothing is carried out, the next delegate is asked,
    /// and the error is in the record. It is cancelled with the call, and after `HostOptions.callTime`; then the event
    /// goes on as after an error, `event.calls`.
    ///
    /// - Parameters:
    ///   - types: The types of its events.
    ///   - name: Its name in records.
    ///   - priority: Delegates with a higher priority are called first.
    ///   - execute: Decides the event.
    /// - Returns: The delegate.
    public static func async(
        on types: TypePattern..., name: String = "closure", priority: Int = 0,
        execute: @escaping @Sendable (Event, AsyncCommander) async throws -> Reply
    ) -> Delegate {
        Delegate(name: name, interests: Interests(types: types), priority: priority) { _ in
            AsyncClosureDelegate(body: execute)
        }
    }
}

private final class AsyncClosureDelegate: EventDelegate {
    private let body: @Sendable (Event, AsyncCommander) async throws -> Reply

    init(body: @escaping @Sendable (Event, AsyncCommander) async throws -> Reply) {
        self.body = body
    }

    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { true }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError) -> Execution {
        .suspended(
            try AsyncExecution(event, AsyncCommander(isDryRun: commander.isDryRun), body))
    }

    func finish(committed: Bool) {}
}

/// The suspension of an event while an asynchronous closure runs.
///
/// `wait` may run on any thread, everything else on the worker's thread.
private final class AsyncExecution: Suspension, @unchecked Sendable {
    let event: any EventContent
    private let copy: Event
    private let commander: AsyncCommander
    private let body: @Sendable (Event, AsyncCommander) async throws -> Reply
    /// The result; remains the deadline error if the event stopped waiting before the closure ended.
    private let reply = Mutex<Result<Reply, PeriluneError>>(.failure(CallDeadline.isOver))

    init(
        _ event: any EventContent, _ commander: AsyncCommander,
        _ body: @escaping @Sendable (Event, AsyncCommander) async throws -> Reply
    ) throws(PeriluneError) {
        copy = Event(json: event.json)
        let kept = JSONEvent()
        try kept.read(copy: copy.json)
        self.event = kept
        self.commander = commander
        self.body = body
    }

    func wait() async {
        let result: Result<Reply, PeriluneError>
        do {
            result = .success(try await body(copy, commander))
        } catch {
            let error = CallDeadline.explain(error)
            result = .failure(
                error as? PeriluneError ?? PeriluneError("delegate.failed", "\(error)"))
        }
        reply.withLock { $0 = result }
    }

    func resume(_ commander: Commander) throws(PeriluneError) -> Execution {
        let reply = try reply.withLock(\.self).get()
        try self.commander.replay(on: commander)
        return .finished(reply)
    }
}
