/// Takes an event to the delegates in order, then to the default handler. One for each worker.
///
/// The way is one-directional: "as usual" is what a delegate replies, never a second posting. The contract,
/// case by case, is in `BusTests`.
public final class Bus {
    private let seats: [Seat]
    private let handlers: [any DefaultHandler]
    private var table: RouteTable
    private var candidates: [Int] = []
    /// Told every step where somebody wants to know why.
    package var trace: ((TraceStep) -> Void)?

    /// A delegate on the bus. A class, since to hand it on is one count and not three.
    private final class Seat {
        let name: String
        /// The name in effect identities: without the file's ending, and nobody else's.
        let actor: String
        let delegate: any EventDelegate

        init(name: String, actor: String, delegate: any EventDelegate) {
            self.name = name
            self.actor = actor
            self.delegate = delegate
        }
    }

    /// Makes every delegate's instance and the index over their interests.
    public init(_ registry: Registry, context: WorkerContext) throws(PeriluneError) {
        let ordered = Bus.ordered(registry.delegates)
        var seats: [Seat] = []
        var actors: Set<String> = []
        for delegate in ordered {
            let name = delegate.name
            let stem = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
            var actor = stem
            var number = 1
            while !actors.insert(actor).inserted {
                number += 1
                actor = "\(stem)-\(number)"
            }
            seats.append(Seat(name: name, actor: actor, delegate: try delegate.make(context)))
        }
        self.seats = seats
        handlers = registry.defaultHandlers
        table = try RouteTable(
            ordered, handlers: handlers, dimensions: registry.dimensions)
    }

    /// The order in which delegates are asked: by priority, then by registration.
    package static func ordered(_ delegates: [Delegate]) -> [Delegate] {
        delegates.enumerated()
            .sorted { ($0.element.priority, $1.offset) > ($1.element.priority, $0.offset) }
            .map(\.element)
    }

    /// Decides one event.
    public func decide(_ event: any EventContent, _ commander: Commander) -> Decision {
        let handler = table.route(event, into: &candidates)
        var walk = Walk(handler: handler)
        if trace != nil { traceCandidates(event) }
        if !candidates.isEmpty, handler >= 0 {
            walk.isCustom = !handlers[handler].isStock(event)
        }
        while walk.next < candidates.count {
            let seat = seats[candidates[walk.next]]
            if let decision = ask(seat, event, commander, &walk) { return decision }
        }
        return endByDefault(event, commander, walk)
    }

    /// Goes on with a suspended event.
    public func resume(_ waiting: Waiting, _ commander: Commander) -> Decision {
        var walk = waiting.walk
        let event = waiting.event
        commander.rebind(event)
        let seat = seats[waiting.candidates[walk.next]]
        let mark = waiting.mark
        do {
            let execution = try waiting.suspension.resume(commander)
            if let decision = end(
                execution, of: seat, event, commander, &walk, mark: mark, waiting.candidates)
            {
                return decision
            }
        } catch {
            fail(seat, error, commander, &walk, mark: mark)
        }
        candidates = waiting.candidates
        while walk.next < candidates.count {
            let seat = seats[candidates[walk.next]]
            if let decision = ask(seat, event, commander, &walk) { return decision }
        }
        return endByDefault(event, commander, walk)
    }

    private func ask(
        _ seat: Seat, _ event: any EventContent, _ commander: Commander, _ walk: inout Walk
    ) -> Decision? {
        commander.act(as: seat.actor)
        let mark = commander.mark
        do {
            if !walk.isCustom {
                guard try seat.delegate.shouldHandle(event, commander) else {
                    trace?(.init(delegate: seat.name, answer: .declined))
                    try seat.delegate.finish(committed: true)
                    commander.takeBack(to: mark)
                    walk.next += 1
                    return nil
                }
            }
            let execution = try seat.delegate.execute(event, commander)
            return end(execution, of: seat, event, commander, &walk, mark: mark, candidates)
        } catch {
            fail(seat, error, commander, &walk, mark: mark)
            return nil
        }
    }

    /// What a delegate's reply means; `nil` where the next one is asked.
    private func end(
        _ execution: Execution, of seat: Seat, _ event: any EventContent, _ commander: Commander,
        _ walk: inout Walk, mark: Commander.Mark, _ candidates: [Int]
    ) -> Decision? {
        guard case .finished(let reply) = execution else {
            guard case .suspended(let suspension) = execution else { return nil }
            trace?(.init(delegate: seat.name, answer: .suspended))
            return .waiting(
                Waiting(
                    suspension: suspension, event: suspension.event, walk: walk, mark: mark,
                    candidates: candidates))
        }
        do {
            try seat.delegate.finish(committed: true)
        } catch {
            fail(seat, error, commander, &walk, mark: mark)
            return nil
        }
        trace?(.init(delegate: seat.name, answer: .replied(reply)))
        walk.next += 1
        switch reply {
        case .handled: return .ended(Verdict(.handled, by: seat.name))
        case .reject(let reason): return .ended(Verdict(.rejected, by: seat.name, reason: reason))
        case .pass: return nil
        case .byDefault(let url):
            return handleByDefault(event, url: url, commander, walk, by: seat.name)
        }
    }

    private func fail(
        _ seat: Seat, _ error: PeriluneError, _ commander: Commander, _ walk: inout Walk,
        mark: Commander.Mark
    ) {
        commander.takeBack(to: mark)
        // What the delegate changed is forgotten; that this fails too adds nothing to the first error.
        try? seat.delegate.finish(committed: false)
        trace?(.init(delegate: seat.name, answer: .failed(error)))
        if commander.error == nil {
            commander.error = error
            walk.failedFirst = seat.name
        }
        walk.next += 1
    }

    private func handleByDefault(
        _ event: any EventContent, url: String?, _ commander: Commander, _ walk: Walk, by: String?
    ) -> Decision? {
        guard walk.handler >= 0 else { return nil }
        let handler = handlers[walk.handler]
        commander.act(as: handler.name)
        let mark = commander.mark
        do {
            guard try handler.handle(event, url: url, commander) else {
                commander.takeBack(to: mark)
                return nil
            }
            return .ended(Verdict(.default, by: by ?? handler.name))
        } catch {
            commander.takeBack(to: mark)
            if commander.error == nil { commander.error = error }
            return .ended(Verdict(.failed, by: by ?? handler.name))
        }
    }

    private func endByDefault(
        _ event: any EventContent, _ commander: Commander, _ walk: Walk
    ) -> Decision {
        if let decision = handleByDefault(event, url: nil, commander, walk, by: nil) {
            return decision
        }
        return .ended(Verdict(walk.failedFirst == nil ? .unhandled : .failed, by: walk.failedFirst))
    }

    private func traceCandidates(_ event: any EventContent) {
        for (position, seat) in seats.enumerated() where !candidates.contains(position) {
            let reason = table.rejection(of: position, for: event) ?? "not a candidate"
            trace?(.init(delegate: seat.name, answer: .notInterested(reason)))
        }
    }
}

/// Where an event stands on its way over the bus.
struct Walk {
    var handler: Int
    var isCustom = false
    var next = 0
    var failedFirst: String?

    init(handler: Int) { self.handler = handler }
}

/// What the bus answers.
public enum Decision {
    /// The event is over.
    case ended(Verdict)
    /// A delegate waits for an answer; ``Bus/resume(_:_:)`` goes on.
    case waiting(Waiting)
}

/// How an event ended, and by whom.
public struct Verdict: Hashable, Sendable {
    /// How.
    public var outcome: Outcome
    /// By whom; `nil` where nobody took it.
    public var by: String?
    /// Why it was rejected.
    public var reason: String?

    init(_ outcome: Outcome, by: String?, reason: String? = nil) {
        self.outcome = outcome
        self.by = by
        self.reason = reason
    }
}

/// A suspended event and where it stands.
public struct Waiting {
    /// What it waits for.
    public let suspension: any Suspension
    /// The event; the host may put a copy of its own here.
    package var event: any EventContent
    let walk: Walk
    var mark: Commander.Mark
    let candidates: [Int]

    /// The event's output moved to another buffer.
    package mutating func moveOutput(by distance: Int) { mark.output += distance }
}

/// One step of a decision, for those who ask why.
package struct TraceStep {
    package let delegate: String
    package let answer: Answer

    /// What a delegate did.
    package enum Answer {
        case notInterested(String)
        case declined
        case suspended
        case replied(Reply)
        case failed(PeriluneError)
    }
}
