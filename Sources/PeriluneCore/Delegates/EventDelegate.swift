/// A delegate as the bus calls it; each worker has an instance.
///
/// The bus treats Swift and Lua delegates alike.
///
/// An instance is used by one thread at a time.
public protocol EventDelegate: AnyObject {
    /// Whether this delegate takes a stock event. Not asked for custom events, which are always offered.
    func shouldHandle(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError)
        -> Bool

    /// Acts. A thrown error counts as `failed` for this delegate: what it emitted is taken back and the
    /// next one is asked.
    func execute(
        _ event: any EventContent, _ commander: Commander
    ) throws(PeriluneError)
        -> Execution

    /// The event is over; state that it changed is kept or forgotten.
    func finish(committed: Bool) throws(PeriluneError)

    /// Asks (a custom event is not asked for), tells, and finishes when that went well. There is no need to
    /// write it: what is above is enough. A delegate behind a bridge saves crossings by it.
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
    /// Goes on, on the worker's thread. The event is the suspended one's own copy.
    func resume(_ commander: Commander) throws(PeriluneError) -> Execution
    /// Ends the event, on the worker's thread, because its call was cancelled; by default, it only throws the error.
    ///
    /// A suspension that holds something releases it here.
    func cancel(
        _ error: PeriluneError, _ commander: Commander
    ) throws(PeriluneError) -> Execution
    /// The event, kept past the call that handed it over.
    var event: any EventContent { get }
    /// Whether `resume` puts something else into `event`: who is interested in it is then looked up
    /// again for the delegates that are still to be asked. False unless it says otherwise.
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
    /// The version of the state that it keeps; `nil` where it keeps none.
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
