/// Dispatches events to the delegates in order, then to the default handler.
///
/// Each worker has one.
///
/// An event passes the bus once: leaving it to the default handler is a reply of a delegate, not a second post. The contract,
/// case by case, is in `BusContractTests`.
public final class Bus {
    private let delegateInfos: [DelegateInfo]
    let delegates: [any EventDelegate]
    let noticing: [any NoticingDelegate]
    let restartable: [any RestartableDelegate]
    let handlers: [HandlerCalls]
    var table: RouteTable
    let frames = RecordFrames()
    /// How often each delegate has failed since the counts were last read.
    private var failures: [Int: Int] = [:]
    /// Counts what the delegates do, if the counts are needed.
    var tally: DelegateTally?

    /// The names of a delegate: for records and in effect identities.
    private struct DelegateInfo {
        let name: String
        /// The name in effect identities: unique, without the file extension.
        let actor: String
        /// The version that records show; `nil` if there is none.
        let version: String?
    }

    /// Creates the instances of the delegates, and the index of their interests.
    public init(_ registry: Registry, context: WorkerContext) throws(PeriluneError) {
        let ordered = Bus.ordered(registry.delegates)
        var infos: [DelegateInfo] = []
        var delegates: [any EventDelegate] = []
        var actors: Set<String> = []
        for delegate in ordered {
            let name = delegate.name
            let stem = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
            let actor = actors.insertUnique(stem, separator: "-")
            infos.append(DelegateInfo(name: name, actor: actor, version: delegate.version))
            delegates.append(try delegate.make(context))
        }
        delegateInfos = infos
        self.delegates = delegates
        noticing = delegates.compactMap { $0 as? any NoticingDelegate }
        restartable = delegates.compactMap { $0 as? any RestartableDelegate }
        handlers = registry.defaultHandlers.map { .make($0) }
        table = try RouteTable(
            ordered, handlers: registry.defaultHandlers, dimensions: registry.dimensions,
            order: registry.order)
        for (delegateIndex, delegate) in delegates.enumerated() {
            (delegate as? any CapturingDelegate)?.captures = table.captures(of: delegateIndex)
        }
    }

    /// The order in which delegates are asked: by priority, then by registration.
    package static func ordered(_ delegates: [Delegate]) -> [Delegate] {
        delegates.enumerated()
            .sorted { ($0.element.priority, $1.offset) > ($1.element.priority, $0.offset) }
            .map(\.element)
    }

    /// Starts counting what the delegates do.
    package func countDelegates() { tally = DelegateTally(delegates) }

    /// The name of the delegate at an index.
    func name(of delegateIndex: Int) -> String { delegateInfos[delegateIndex].name }

    /// What a delegate is called in the identities of effects.
    func actor(of delegateIndex: Int) -> String { delegateInfos[delegateIndex].actor }

    /// Processes one event.
    public func decide(_ event: any EventContent, _ commander: Commander) -> Decision {
        table.route(event)
        return decide(routed: event, commander)
    }

    /// Processes the event that was routed last.
    package func decide(routed event: any EventContent, _ commander: Commander) -> Decision {
        let handler = table.handler
        var progress = BusProgress(handler: handler)
        if let trace = commander.trace { trace.begin(event) }
        if handler >= 0 {
            progress.kind = kind(of: event, handler)
            if progress.kind == .parts { return decideParts(event, commander, by: handler) }
            if progress.kind == .reference {
                if let referred = referred(by: event, handler) {
                    commander.rebind(referred)
                    return decide(referred, commander)
                }
                progress.kind = .uncertain
            }
        }
        if let trace = commander.trace { traceMismatches(of: event, in: event, trace) }
        return resume(event, commander, &progress)
    }

    /// Processes the event of a timer; only the delegate that set the timer is called.
    package func decide(timer event: any EventContent, _ commander: Commander) -> Decision {
        if let trace = commander.trace { trace.begin(event) }
        let script = event.string(at: "data.script")
        table.candidates = delegateInfos.indices.filter { name(of: $0) == script }.suffix(1)
        var progress = BusProgress(handler: -1)
        progress.kind = .custom
        commander.isTimer = true
        defer { commander.isTimer = false }
        return resume(event, commander, &progress)
    }

    /// The event that a reference stands for; `nil` if it stands for none.
    private func referred(by event: any EventContent, _ handler: Int) -> (any EventContent)? {
        guard let members = handlers[handler].parting?.referred(by: event),
            let referred = try? event.replacing(data: members),
            kind(of: referred, handler) != .reference
        else { return nil }
        return referred
    }

    /// The kind of an event.
    ///
    /// An event without candidates is never `custom`: its kind only matters for its parts.
    private func kind(of event: any EventContent, _ handler: Int) -> EventKind {
        if let kind = handlers[handler].kind(of: event) { return kind }
        if table.candidates.isEmpty { return .uncertain }
        return handlers[handler].isStock(event) ? .uncertain : .custom
    }

    /// Continues a suspended event.
    public func resume(_ waiting: Waiting, _ commander: Commander) -> Decision {
        if let parts = waiting.progress.parts { return resume(waiting, parts, commander) }
        var progress = waiting.progress
        let event = waiting.event
        commander.rebind(event)
        table.candidates = waiting.candidates
        let delegateIndex = waiting.candidates[progress.next]
        let mark = waiting.mark
        commander.trace?.resume()
        let start = tally?.resumeCall(of: delegateIndex)
        do {
            switch try waiting.resume(commander) {
            case .suspended(let suspension):
                if let start { tally?.endCall(of: delegateIndex, since: start, .waiting) }
                return wait(suspension, delegateIndex, progress, mark, commander)
            case .finished(let reply):
                try delegates[delegateIndex].finish(committed: true)
                if let start { tally?.endCall(of: delegateIndex, since: start, CallOutcome(reply)) }
                if let decision = end(reply, of: delegateIndex, event, commander, &progress) {
                    return decision
                }
                if waiting.suspension.changesEvent {
                    route(event, behind: delegateIndex, &progress)
                }
            }
        } catch {
            fail(delegateIndex, error, commander, mark: mark, since: start)
            if error.endsEvent { return ended(Ending(.failed, by: delegateIndex), commander) }
            progress.fail(delegateIndex)
        }
        return resume(event, commander, &progress)
    }

    /// Finds the candidates again after a delegate has changed the event.
    private func route(
        _ event: any EventContent, behind delegateIndex: Int, _ progress: inout BusProgress
    ) {
        let asked = table.candidates.prefix(progress.next)
        table.route(event)
        progress.handler = table.handler
        progress.kind = progress.handler >= 0 ? kind(of: event, progress.handler) : .uncertain
        progress.next = table.next(behind: delegateIndex, asked: asked)
    }

    /// The verdict of an ending, with names.
    public func verdict(_ ending: Ending, _ commander: Commander) -> Verdict {
        let by: String? =
            switch ending.by {
            case Ending.nobody: nil
            case Ending.defaultHandler: commander.actorName
            default: delegateInfos[Int(ending.by)].name
            }
        var verdict = Verdict(ending.outcome, by: by, reason: commander.rejection)
        if ending.outcome != .handled { verdict.redirect = commander.redirect }
        if !commander.parts.isEmpty,
            let part = commander.parts.first(where: { $0.outcome == ending.outcome })
        {
            verdict.by = part.by
            verdict.reason = part.reason
            verdict.redirect = part.redirect
        }
        if ending.by >= 0 { verdict.version = delegateInfos[Int(ending.by)].version }
        return verdict
    }

    /// The name of the delegate that ended an event; `nil` if no delegate did.
    package func delegate(of ending: Ending) -> String? {
        ending.by >= 0 ? delegateInfos[Int(ending.by)].name : nil
    }

    /// Returns and resets the number of failures of each delegate, by name.
    package func takeFailures() -> [String: Int] {
        if failures.isEmpty { return [:] }
        defer { failures.removeAll() }
        return Dictionary(
            failures.map { (delegateInfos[$0.key].name, $0.value) }, uniquingKeysWith: +)
    }

    private func resume(
        _ event: any EventContent, _ commander: Commander, _ progress: inout BusProgress
    ) -> Decision {
        while progress.next < table.candidates.count {
            let delegateIndex = table.candidates[progress.next]
            if !commander.continuesActing(as: delegateIndex) {
                commander.act(as: delegateInfos[delegateIndex].actor, number: delegateIndex)
            }
            let mark = commander.mark
            commander.trace?.startTiming()
            let start = tally?.beginCall(of: delegateIndex)
            do {
                let handling = try delegates[delegateIndex].take(
                    event, commander, asking: progress.kind != .custom)
                if let start {
                    tally?.endCall(of: delegateIndex, since: start, CallOutcome(handling))
                }
                switch handling {
                case .handled:
                    tally?.countHandled(by: delegateIndex)
                    commander.trace?.end(
                        delegateInfos[delegateIndex].name, delegateIndex, .replied(.handled))
                    return ended(Ending(.handled, by: delegateIndex), commander)
                case .declined:
                    commander.trace?.end(
                        delegateInfos[delegateIndex].name, delegateIndex, .declined)
                    commander.rollBack(to: mark)
                    progress.next += 1
                case .replied(let reply):
                    if let decision = end(reply, of: delegateIndex, event, commander, &progress) {
                        return decision
                    }
                case .suspended(let suspension):
                    return wait(suspension, delegateIndex, progress, mark, commander)
                }
            } catch {
                fail(delegateIndex, error, commander, mark: mark, since: start)
                if error.endsEvent { return ended(Ending(.failed, by: delegateIndex), commander) }
                progress.fail(delegateIndex)
            }
        }
        if let decision = handleByDefault(event, url: nil, commander, &progress, by: nil) {
            return decision
        }
        guard let failed = progress.failedFirst else {
            return .ended(.unhandled)
        }
        return .ended(Ending(.failed, by: failed))
    }

    private func wait(
        _ suspension: any Suspension, _ delegateIndex: Int, _ progress: BusProgress,
        _ mark: Commander.Mark,
        _ commander: Commander
    ) -> Decision {
        commander.trace?.pause()
        return .waiting(
            Waiting(
                suspension: suspension, event: suspension.event, progress: progress, mark: mark,
                candidates: table.candidates))
    }

    /// Ends the event as a delegate replied; `nil` if the next delegate is to be asked.
    private func end(
        _ reply: Reply, of delegateIndex: Int, _ event: any EventContent, _ commander: Commander,
        _ progress: inout BusProgress
    ) -> Decision? {
        commander.trace?.end(delegateInfos[delegateIndex].name, delegateIndex, .replied(reply))
        progress.next += 1
        if tally != nil, reply != .pass { tally?.countHandled(by: delegateIndex) }
        switch reply {
        case .handled: return ended(Ending(.handled, by: delegateIndex), commander)
        case .reject(let reason), .rejectPart(let reason):
            commander.rejection = reason
            // A link that an earlier delegate named, and nothing took, does not belong to this reply.
            commander.redirect = nil
            return ended(Ending(.rejected, by: delegateIndex), commander)
        case .pass: return nil
        case .byDefault(let url):
            return handleByDefault(event, url: url, commander, &progress, by: delegateIndex)
        }
    }

    /// Records the failure of a delegate and rolls back what it did.
    func fail(
        _ delegateIndex: Int, _ error: PeriluneError, _ commander: Commander, mark: Commander.Mark,
        since start: UInt64?
    ) {
        if let start { tally?.endCall(of: delegateIndex, since: start, .failed) }
        tally?.countFailure(of: delegateIndex)
        commander.rollBack(to: mark)
        // An error of the rollback itself is ignored: the first error is the one that is reported.
        try? delegates[delegateIndex].finish(committed: false)
        commander.trace?.end(delegateInfos[delegateIndex].name, delegateIndex, .failed(error))
        if !commander.hasFailed || error.endsEvent {
            commander.setError(error, of: delegateInfos[delegateIndex].name)
        }
        failures[delegateIndex, default: 0] += 1
    }

    private func handleByDefault(
        _ event: any EventContent, url: String?, _ commander: Commander,
        _ progress: inout BusProgress,
        by: Int?
    ) -> Decision? {
        guard progress.handler >= 0 else { return nil }
        var redirect = url
        if let url, isOwn(url, of: event, progress.handler) { redirect = nil }
        if let redirect {
            commander.redirect = redirect
        } else if commander.redirect != nil {
            // A delegate named another link, and nothing took it.
            return nil
        }
        let handler = handlers[progress.handler]
        if redirect == nil, progress.kind == .custom, handler.parting != nil { return nil }
        commander.act(as: handler.name, number: -1 - progress.handler)
        let mark = commander.mark
        let who = by ?? Int(Ending.defaultHandler)
        do {
            let isHandled =
                redirect == nil && progress.kind == .stock
                ? try handler.handleStock(event, commander) : false
            if !isHandled, try !handler.handle(event, url: redirect, commander) {
                commander.rollBack(to: mark)
                return nil
            }
            if commander.rejection != nil { return ended(Ending(.rejected, by: who), commander) }
            return ended(Ending(.default, by: who), commander)
        } catch {
            commander.rollBack(to: mark)
            if !commander.hasFailed { commander.setError(error) }
            return ended(Ending(.failed, by: who), commander)
        }
    }

    private func ended(_ ending: Ending, _ commander: Commander) -> Decision {
        if let trace = commander.trace {
            for delegateIndex in table.candidates {
                trace.skip(delegateInfos[delegateIndex].name, delegateIndex, .notReached)
            }
        }
        return .ended(ending)
    }

    /// Adds to the trace the delegates whose interests an event, or a part of it, does not meet.
    func traceMismatches(
        of part: any EventContent, in event: any EventContent, _ trace: EventTrace
    ) {
        trace.order = table.callOrder
        for (index, info) in delegateInfos.enumerated() {
            guard let mismatch = table.mismatch(of: index, for: part, in: event) else {
                continue
            }
            trace.skip(info.name, index, .notInterested(mismatch))
        }
    }
}

/// Who takes an event, without deciding it.
extension Bus {
    /// Finds who takes an event; false if nobody does.
    package func route(_ event: any EventContent) -> Bool {
        table.route(event)
        return table.handler >= 0 || !table.candidates.isEmpty
    }

    /// Whether no event is unwanted.
    package var takesAllTypes: Bool { table.takesAllTypes }

    /// Whether neither a delegate nor a default handler takes an event.
    package func isUnwanted(_ event: any EventContent) -> Bool {
        table.mayRefuse(event) && !route(event)
    }

    /// For each delegate of an event's type, texts that it requires; `nil` if the event may be taken without any.
    package func requiredTexts(for event: any EventContent) -> [[RequiredText]]? {
        table.requiredTexts(for: event)
    }
}
