/// A delegate as the bus calls it; each worker has an instance.
///
/// The bus treats Swift and Lua delegates alike.
///
/// An instance is used by one thread at a time.
public protocol EventDelegate: AnyObject {
    /// Whether this delegate takes an event that has default handling.
    ///
    /// Not called for custom events, which are always offered to `execute`.
    func shouldHandle(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError)
        -> Bool

    /// Processes the event.
    ///
    /// If this throws, the delegate counts as failed: what it did is rolled back, and the next delegate is asked.
    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError)
        -> Execution

    /// Called when the delegate is done with the event: keeps the changes of its state if `committed`, else discards
    /// them.
    func finish(committed: Bool) throws(PeriluneError)

    /// Calls `shouldHandle` if `asking`, then `execute`, then `finish`.
    ///
    /// There is a default implementation. A delegate in another language implements it to make one call across the
    /// bridge instead of three.
    func take(
        _ event: any EventContent, _ commander: Commander, asking: Bool
    )
        throws(PeriluneError) -> Handling
}

extension EventDelegate {
    /// Calls `shouldHandle`, `execute` and `finish`, one after the other.
    public func take(
        _ event: any EventContent, _ commander: Commander, asking: Bool
    )
        throws(PeriluneError) -> Handling
    {
        if asking {
            guard try shouldHandle(event, commander) else {
                try finish(committed: true)
                return .declined
            }
        }
        switch try execute(event, commander) {
        case .suspended(let suspension): return .suspended(suspension)
        case .finished(let reply):
            try finish(committed: true)
            return reply == .handled ? .handled : .replied(reply)
        }
    }
}

/// The result of an event at one delegate.
public enum Handling {
    /// The delegate declined the event.
    case declined
    /// The delegate handled the event.
    case handled
    /// The delegate replied with another decision.
    case replied(Reply)
    /// The delegate waits for an answer.
    case suspended(any Suspension)
}

/// The result of `execute`.
public enum Execution {
    /// It has finished with a decision.
    case finished(Reply)
    /// It waits for an answer; the worker processes other events.
    case suspended(any Suspension)
}

/// A delegate's event that waits for an answer.
public protocol Suspension: AnyObject, Sendable {
    /// Waits on any thread until there is an answer.
    func wait() async
    /// Continues on the worker's thread; the event is the suspension's own copy.
    func resume(_ commander: Commander) throws(PeriluneError) -> Execution
    /// Ends the event on the worker's thread after its call was cancelled; by default, only throws the error.
    ///
    /// A suspension that holds resources releases them here.
    func cancel(
        _ error: PeriluneError, _ commander: Commander
    ) throws(PeriluneError) -> Execution
    /// The event, in a form that outlives the call that handed it over.
    var event: any EventContent { get }
    /// Whether `resume` changes `event`; false by default.
    ///
    /// If it does, the interests of the delegates that have not been asked yet are tested again.
    var changesEvent: Bool { get }
}

extension Suspension {
    /// Returns false: the event does not change.
    public var changesEvent: Bool { false }

    /// Throws the error.
    public func cancel(
        _ error: PeriluneError, _ commander: Commander
    ) throws(PeriluneError) -> Execution { throw error }
}

/// The declaration of a delegate: its name, its interests, and a function that creates an instance for a worker.
public struct Delegate: Sendable {
    /// The name in the member `by` of records, such as `every_third_link.lua`.
    public var name: String
    /// The interests of the delegate.
    public var interests: Interests
    /// The priority: delegates with a higher one are called first, those with equal ones in the order of registration.
    public var priority: Int
    /// The ordering key of its state; `nil` if it keeps none.
    public var ordering: Ordering?
    /// The version in records; `nil` for none.
    public var version: String?
    /// The version of the state that it keeps; `nil` if it keeps none.
    package var stateVersion: Int64?
    /// Whether it sets timers.
    package var usesTimers = false
    /// Creates the instance of a worker.
    public var make: @Sendable (WorkerContext) throws(PeriluneError) -> any EventDelegate

    /// Declares a delegate.
    public init(
        name: String, interests: Interests, priority: Int = 0, ordering: Ordering? = nil,
        make: @escaping @Sendable (WorkerContext) throws(PeriluneError) -> any EventDelegate
    ) {
        self.name = name
        self.interests = interests
        self.priority = priority
        self.ordering = ordering
        self.make = make
    }

    /// The ordering key of a delegate's events.
    public enum Ordering: Hashable, Sendable {
        /// The event's `partitionkey`, else its `source`.
        case partitionKey
        /// The value at a path.
        case path(FieldPath)
        /// The result of a function of the script.
        case function
        /// The same key for all events.
        case all
    }
}

extension Delegate {
    /// Creates a delegate from a closure; it takes every event that meets its interests.
    ///
    /// ```swift
    /// Delegate(on: "chart.selection.*") { event, commander in
    ///     commander.emit(["chart": event["data.chart"] ?? nil])
    ///     return .handled
    /// }
    /// ```
    public init(
        on types: TypePattern..., name: String = "closure", priority: Int = 0,
        execute: @escaping @Sendable (any EventContent, Commander) throws -> Reply
    ) {
        self.init(name: name, interests: Interests(types: types), priority: priority) { _ in
            ClosureDelegate(body: execute)
        }
    }
}

private final class ClosureDelegate: EventDelegate {
    private let body: @Sendable (any EventContent, Commander) throws -> Reply

    init(body: @escaping @Sendable (any EventContent, Commander) throws -> Reply) {
        self.body = body
    }

    func shouldHandle(_ event: any EventContent, _ commander: Commander) -> Bool { true }

    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError)
        -> Execution
    {
        do {
            return .finished(try body(event, commander))
        } catch let error as PeriluneError {
            throw error
        } catch {
            throw PeriluneError("delegate.failed", "\(error)")
        }
    }

    func finish(committed: Bool) {}
}
