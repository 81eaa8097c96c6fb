/// Takes an event to the delegates in order, then to the default handler.
///
/// One for each worker.
///
/// The way is one-directional: "as usual" is what a delegate replies, never a second posting. The contract,
/// case by case, is in `BusTests`.
public final class Bus {
    private let seats: [Seat]
    let delegates: [any EventDelegate]
    private let handlers: [any DefaultHandler]
    private var table: RouteTable
    /// How often each delegate failed since somebody asked.
    private var failures: [Int: Int] = [:]
    /// What the delegates do, where somebody wants to know.
    var tally: DelegateTally?

    /// What a delegate is called.
    private struct Seat {
        let name: String
        /// The name in effect identities: without the file's ending, and nobody else's.
        let actor: String
        /// Which version it is, where records tell.
        let version: String?
    }

    /// Makes every delegate's instance and the index over their interests.
    public init(_ registry: Registry, context: WorkerContext) throws(PeriluneError) {
        let ordered = Bus.ordered(registry.delegates)
        var seats: [Seat] = []
        var delegates: [any EventDelegate] = []
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
            seats.append(Seat(name: name, actor: actor, version: delegate.version))
            delegates.append(try delegate.make(context))
        }
        self.seats = seats
        self.delegates = delegates
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

    /// From now on counts what the delegates do.
    package func countDelegates() { tally = DelegateTally(delegates) }

    /// What a delegate is called, by its position.
    func name(of seat: Int) -> String { seats[seat].name }

    /// Decides one event.
    public func decide(_ event: any EventContent, _ commander: Commander) -> Decision {
        let handler = table.route(event)
        var walk = Walk(handler: handler)
        if let trace = commander.trace { traceCandidates(event, trace) }
        if handler >= 0, !table.candidates.isEmpty {
            walk.isCustom = !handlers[handler].isStock(event)
        }
        return goOn(event, commander, &walk)
    }

    /// Goes on with a suspended event.
    public func resume(_ waiting: Waiting, _ commander: Commander) -> Decision {
        var walk = waiting.walk
        let event = waiting.event
        commander.rebind(event)
        table.candidates = waiting.candidates
        let seat = waiting.candidates[walk.next]
        let mark = waiting.mark
        commander.trace?.goOn()
        let start = tally?.goOn(seat)
        do {
            switch try waiting.suspension.resume(commander) {
            case .suspended(let suspension):
                if let start { tally?.leave(seat, since: start) }
                return wait(suspension, seat, walk, mark, commander)
            case .finished(let reply):
                try delegates[seat].finish(committed: true)
                if let start { tally?.leave(seat, since: start) }
                if let decision = end(reply, of: seat, event, commander, &walk) { return decision }
                if waiting.suspension.changesEvent { route(event, behind: seat, &walk) }
            }
        } catch {
            if let end = fail(seat, error, commander, &walk, mark: mark, since: start) {
                return end
            }
        }
        return goOn(event, commander, &walk)
    }

    /// Finds anew who is to be asked about an event that a delegate has changed.
    private func route(_ event: any EventContent, behind seat: Int, _ walk: inout Walk) {
        walk.handler = table.route(event)
        walk.isCustom = walk.handler >= 0 && !handlers[walk.handler].isStock(event)
        walk.next = table.candidates.firstIndex { $0 > seat } ?? table.candidates.count
    }

    /// The verdict in names.
    public func verdict(_ ending: Ending, _ commander: Commander) -> Verdict {
        let by: String? =
            switch ending.by {
            case Ending.nobody: nil
            case Ending.defaultHandler: commander.actorName
            default: seats[Int(ending.by)].name
            }
        var verdict = Verdict(ending.outcome, by: by, reason: commander.rejection)
        if ending.by >= 0 { verdict.version = seats[Int(ending.by)].version }
        return verdict
    }

    /// The delegate that ended an event; `nil` where none did.
    package func delegate(of ending: Ending) -> String? {
        ending.by >= 0 ? seats[Int(ending.by)].name : nil
    }

    /// How often delegates have failed since the last time, by name.
    package func takeFailures() -> [String: Int] {
        if failures.isEmpty { return [:] }
        defer { failures.removeAll() }
        return Dictionary(failures.map { (seats[$0.key].name, $0.value) }, uniquingKeysWith: +)
    }

    private func goOn(
        _ event: any EventContent, _ commander: Commander, _ walk: inout Walk
    ) -> Decision {
        while walk.next < table.candidates.count {
            let seat = table.candidates[walk.next]
            if !commander.acts(as: seat) { commander.act(as: seats[seat].actor, number: seat) }
            let mark = commander.mark
            commander.trace?.ask()
            let start = tally?.enter(seat)
            do {
                let handling = try delegates[seat].take(event, commander, asking: !walk.isCustom)
                if let start { tally?.leave(seat, since: start) }
                switch handling {
                case .handled:
                    tally?.took(seat)
                    commander.trace?.end(seats[seat].name, seat, .replied(.handled))
                    return ended(Ending(.handled, by: seat), commander)
                case .declined:
                    commander.trace?.end(seats[seat].name, seat, .declined)
                    commander.takeBack(to: mark)
                    walk.next += 1
                case .replied(let reply):
                    if let decision = end(reply, of: seat, event, commander, &walk) {
                        return decision
                    }
                case .suspended(let suspension):
                    return wait(suspension, seat, walk, mark, commander)
                }
            } catch {
                if let end = fail(seat, error, commander, &walk, mark: mark, since: start) {
                    return end
                }
            }
        }
        if let decision = handleByDefault(event, url: nil, commander, walk, by: nil) {
            return decision
        }
        guard let failed = walk.failedFirst else {
            return .ended(Ending(.unhandled, by: Int(Ending.nobody)))
        }
        return .ended(Ending(.failed, by: failed))
    }

    private func wait(
        _ suspension: any Suspension, _ seat: Int, _ walk: Walk, _ mark: Commander.Mark,
        _ commander: Commander
    ) -> Decision {
        commander.trace?.pause()
        return .waiting(
            Waiting(
                suspension: suspension, event: suspension.event, walk: walk, mark: mark,
                candidates: table.candidates))
    }

    /// What a delegate's reply means; `nil` where the next one is asked.
    private func end(
        _ reply: Reply, of seat: Int, _ event: any EventContent, _ commander: Commander,
        _ walk: inout Walk
    ) -> Decision? {
        commander.trace?.end(seats[seat].name, seat, .replied(reply))
        walk.next += 1
        if tally != nil, reply != .pass { tally?.took(seat) }
        switch reply {
        case .handled: return ended(Ending(.handled, by: seat), commander)
        case .reject(let reason):
            commander.rejection = reason
            return ended(Ending(.rejected, by: seat), commander)
        case .pass: return nil
        case .byDefault(let url):
            return handleByDefault(event, url: url, commander, walk, by: seat)
        }
    }

    /// Takes back what a delegate did; answers the decision if no other delegate may take the event.
    private func fail(
        _ seat: Int, _ error: PeriluneError, _ commander: Commander, _ walk: inout Walk,
        mark: Commander.Mark, since start: UInt64?
    ) -> Decision? {
        if let start { tally?.leave(seat, since: start) }
        tally?.failed(seat)
        commander.takeBack(to: mark)
        // What the delegate changed is forgotten; that this fails too adds nothing to the first error.
        try? delegates[seat].finish(committed: false)
        commander.trace?.end(seats[seat].name, seat, .failed(error))
        if !commander.hasFailed || error.endsEvent {
            commander.note(error)
            walk.failedFirst = seat
        }
        failures[seat, default: 0] += 1
        walk.next += 1
        return error.endsEvent ? ended(Ending(.failed, by: seat), commander) : nil
    }

    private func handleByDefault(
        _ event: any EventContent, url: String?, _ commander: Commander, _ walk: Walk, by: Int?
    ) -> Decision? {
        guard walk.handler >= 0 else { return nil }
        let handler = handlers[walk.handler]
        commander.act(as: handler.name, number: -1 - walk.handler)
        let mark = commander.mark
        let who = by ?? Int(Ending.defaultHandler)
        do {
            guard try handler.handle(event, url: url, commander) else {
                commander.takeBack(to: mark)
                return nil
            }
            return ended(Ending(.default, by: who), commander)
        } catch {
            commander.takeBack(to: mark)
            if !commander.hasFailed { commander.note(error) }
            return ended(Ending(.failed, by: who), commander)
        }
    }

    private func ended(_ ending: Ending, _ commander: Commander) -> Decision {
        if let trace = commander.trace {
            for seat in table.candidates { trace.skip(seats[seat].name, seat, .notReached) }
        }
        return .ended(ending)
    }

    private func traceCandidates(_ event: any EventContent, _ trace: EventTrace) {
        trace.begin(event)
        for (position, seat) in seats.enumerated() {
            guard let mismatch = table.mismatch(of: position, for: event) else { continue }
            trace.skip(seat.name, position, .notInterested(mismatch))
        }
    }
}

/// Where an event stands on its way over the bus.
struct Walk {
    var handler: Int
    var isCustom = false
    var next = 0
    var failedFirst: Int?

    init(handler: Int) { self.handler = handler }
}

/// What the bus answers.
public enum Decision {
    /// The event is over.
    case ended(Ending)
    /// A delegate waits for an answer; ``Bus/resume(_:_:)`` goes on.
    case waiting(Waiting)
}

/// How an event ended, as numbers: made a million times a second, and mostly only counted.
///
/// ``Bus/verdict(_:_:)`` has the names.
public struct Ending: Hashable, Sendable {
    static let nobody: Int32 = -1
    static let defaultHandler: Int32 = -2

    /// How.
    public let outcome: Outcome
    /// The delegate's position on the bus, or one of the above.
    let by: Int32

    /// Nobody was asked.
    package static let failed = Ending(.failed, by: Int(nobody))

    init(_ outcome: Outcome, by: Int) {
        self.outcome = outcome
        self.by = Int32(truncatingIfNeeded: by)
    }
}

/// How an event ended, and by whom.
public struct Verdict: Hashable, Sendable {
    /// How.
    public var outcome: Outcome
    /// By whom; `nil` where nobody took it.
    public var by: String?
    /// Which version of it, where records tell.
    public var version: String?
    /// Why it was rejected.
    public var reason: String?

    init(_ outcome: Outcome, by: String?, reason: String? = nil) {
        self.outcome = outcome
        self.by = by
        self.reason = reason
    }
}

/// A suspended event and where it stands.
public final class Waiting {
    /// What it waits for.
    public let suspension: any Suspension
    /// The event; the host may put a copy of its own here.
    package var event: any EventContent
    let walk: Walk
    var mark: Commander.Mark
    let candidates: [Int]

    init(
        suspension: any Suspension, event: any EventContent, walk: Walk, mark: Commander.Mark,
        candidates: [Int]
    ) {
        self.suspension = suspension
        self.event = event
        self.walk = walk
        self.mark = mark
        self.candidates = candidates
    }

    /// The event's output moved to another buffer.
    package func moveOutput(by distance: Int) { mark.output += distance }
}
