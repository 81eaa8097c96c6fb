/// Processes the parts of an event, one after the other.
///
/// A delegate with a condition on parts is asked about each part that meets the condition, and sees the part's own
/// data. Any other delegate is asked once, about the whole event, by the first part that reaches it; its answer
/// applies to every part that reaches it.
extension Bus {
    func decideParts(
        _ event: any EventContent, _ commander: Commander, by handler: Int
    ) -> Decision {
        do {
            let parting = try parts(of: event, handler)
            let walk = PartWalk(parting, of: event, handler: handler)
            return resume(walk, commander)
        } catch {
            commander.setError(error)
            return .ended(Ending(.failed, by: Int(Ending.defaultHandler)))
        }
    }

    /// Continues with a part whose delegate has received an answer.
    func resume(_ waiting: Waiting, _ walk: PartWalk, _ commander: Commander) -> Decision {
        walk.event = waiting.event
        commander.rebind(waiting.event)
        let delegateIndex = walk.candidates[walk.next]
        commander.trace?.resume()
        let start = resumeCall(of: delegateIndex)
        do {
            switch try waiting.resume(commander) {
            case .suspended(let suspension):
                endCall(of: delegateIndex, since: start, .waiting)
                return wait(suspension, walk, waiting.mark, commander)
            case .finished(let reply):
                try delegates[delegateIndex].finish(committed: true)
                endCall(of: delegateIndex, since: start, CallOutcome(reply))
                answered(.replied(reply), by: delegateIndex, walk, commander)
            }
        } catch {
            fail(delegateIndex, error, commander, mark: waiting.mark, since: start)
            failed(error, by: delegateIndex, walk, commander)
        }
        return resume(walk, commander)
    }

    private func resume(_ walk: PartWalk, _ commander: Commander) -> Decision {
        while !walk.isOver {
            do {
                try begin(walk, commander)
                if let waiting = try decidePart(walk, commander) { return waiting }
            } catch {
                if !commander.hasFailed { commander.setError(error) }
                end(PartWalk.End(.failed, by: Int(Ending.defaultHandler)), walk, commander)
            }
        }
        commander.parts = walk.ended
        return .ended(walk.worst ?? .failed)
    }

    /// Finds the delegates to ask about a part.
    private func begin(_ walk: PartWalk, _ commander: Commander) throws(PeriluneError) {
        guard !walk.hasBegun else { return }
        walk.hasBegun = true
        if hasPartConditions(for: walk.event) {
            walk.content = try walk.event.replacing(data: walk.parts.data(of: walk.part))
        }
        walk.candidates = candidates(of: walk.content ?? walk.event, in: walk.event)
        guard let trace = commander.trace else { return }
        trace.begin(
            TracePart(
                number: walk.part + 1, count: walk.parts.count,
                text: walk.parts.text(of: walk.part)))
        traceMismatches(of: walk.content ?? walk.event, in: walk.event, trace)
    }

    /// Processes a part to its end; returns a decision only if the part waits for an answer.
    private func decidePart(
        _ walk: PartWalk, _ commander: Commander
    ) throws(PeriluneError) -> Decision? {
        let part = walk.part
        while walk.next < walk.candidates.count {
            let delegateIndex = walk.candidates[walk.next]
            let isWhole = !isAskedAboutParts(delegateIndex)
            if isWhole, let known = walk.answer(of: delegateIndex) {
                traceRepeatedAnswer(known, of: delegateIndex, walk, commander)
                apply(known.answer, of: delegateIndex, walk, commander)
            } else if let waiting = ask(delegateIndex, about: isWhole, walk, commander) {
                return waiting
            }
            if walk.part != part { return nil }
        }
        if let end = handleByDefault(walk, commander, by: nil) {
            self.end(end, walk, commander)
            return nil
        }
        var end = PartWalk.End(
            walk.failedFirst == nil ? .unhandled : .failed,
            by: walk.failedFirst ?? Int(Ending.nobody))
        end.redirect = walk.redirect
        self.end(end, walk, commander)
        return nil
    }

    private func ask(
        _ delegateIndex: Int, about isWhole: Bool, _ walk: PartWalk, _ commander: Commander
    ) -> Decision? {
        act(as: delegateIndex, walk, commander)
        let mark = commander.mark
        commander.trace?.ask()
        let start = beginCall(of: delegateIndex)
        let event = isWhole ? walk.event : walk.content ?? walk.event
        let isAsked = isWhole ? walk.asksFirst(delegateIndex) : walk.isStock
        do {
            let handling = try delegates[delegateIndex].take(event, commander, asking: isAsked)
            endCall(of: delegateIndex, since: start, CallOutcome(handling))
            switch handling {
            case .handled: answered(.replied(.handled), by: delegateIndex, walk, commander)
            case .declined:
                commander.takeBack(to: mark)
                answered(.declined, by: delegateIndex, walk, commander)
            case .replied(let reply): answered(.replied(reply), by: delegateIndex, walk, commander)
            case .suspended(let suspension): return wait(suspension, walk, mark, commander)
            }
        } catch {
            fail(delegateIndex, error, commander, mark: mark, since: start)
            failed(error, by: delegateIndex, walk, commander)
        }
        return nil
    }

    private func wait(
        _ suspension: any Suspension, _ walk: PartWalk, _ mark: Commander.Mark,
        _ commander: Commander
    ) -> Decision {
        commander.trace?.pause()
        return .waiting(
            Waiting(
                suspension: suspension, event: walk.event, walk: Walk(parts: walk), mark: mark,
                candidates: []))
    }

    /// Applies the answer of a delegate.
    ///
    /// An answer about the whole event is kept, and is applied when the loop reaches the delegate again.
    private func answered(
        _ answer: PartWalk.Answer, by delegateIndex: Int, _ walk: PartWalk, _ commander: Commander
    ) {
        walk[effects: delegateIndex] = commander.effectNumber
        if case .replied(let reply) = answer, reply != .pass { countHandled(by: delegateIndex) }
        if isAskedAboutParts(delegateIndex) {
            traceRepeatedAnswer((walk.part, answer), of: delegateIndex, walk, commander)
            apply(answer, of: delegateIndex, walk, commander)
        } else {
            walk.setAnswer(answer, of: delegateIndex)
        }
    }

    /// Records the failure of a delegate; after some errors no other delegate may take the event.
    private func failed(
        _ error: PeriluneError, by delegateIndex: Int, _ walk: PartWalk, _ commander: Commander
    ) {
        guard error.endsEvent else {
            return answered(.failed, by: delegateIndex, walk, commander)
        }
        var end = PartWalk.End(.failed, by: delegateIndex)
        end.stops = true
        self.end(end, walk, commander)
    }

    private func traceRepeatedAnswer(
        _ known: (part: Int, answer: PartWalk.Answer), of delegateIndex: Int, _ walk: PartWalk,
        _ commander: Commander
    ) {
        guard let trace = commander.trace else { return }
        let answer: TraceStep.Answer
        switch known.answer {
        case .declined: answer = .declined
        case .replied(let reply): answer = .replied(reply)
        case .failed:
            // The error was reported for the part at which it happened.
            guard known.part != walk.part else { return }
            answer = .failed(commander.error ?? PeriluneError("delegate.failed", "failed"))
        }
        if known.part == walk.part {
            trace.end(name(of: delegateIndex), delegateIndex, answer)
        } else {
            trace.repeat(name(of: delegateIndex), delegateIndex, answer, of: known.part + 1)
        }
    }

    /// Applies an answer to the part.
    private func apply(
        _ answer: PartWalk.Answer, of delegateIndex: Int, _ walk: PartWalk, _ commander: Commander
    ) {
        walk.next += 1
        switch answer {
        case .declined, .replied(.pass): break
        case .failed: if walk.failedFirst == nil { walk.failedFirst = delegateIndex }
        case .replied(.handled): end(PartWalk.End(.handled, by: delegateIndex), walk, commander)
        case .replied(.reject(let reason)):
            reject(reason, stops: true, delegateIndex, walk, commander)
        case .replied(.rejectPart(let reason)):
            reject(reason, stops: false, delegateIndex, walk, commander)
        case .replied(.byDefault(let url)):
            if let end = handleByDefault(url, walk, commander, by: delegateIndex) {
                self.end(end, walk, commander)
            }
        }
    }

    private func reject(
        _ reason: String, stops: Bool, _ delegateIndex: Int, _ walk: PartWalk,
        _ commander: Commander
    ) {
        var end = PartWalk.End(.rejected, by: delegateIndex)
        end.reason = reason
        end.stops = stops
        self.end(end, walk, commander)
    }

    /// Carries out the default handling that a delegate chose; `nil` if the next delegate is to be asked.
    private func handleByDefault(
        _ url: String?, _ walk: PartWalk, _ commander: Commander, by delegateIndex: Int
    ) -> PartWalk.End? {
        let isWhole = !isAskedAboutParts(delegateIndex)
        let asked = isWhole ? walk.event : walk.content ?? walk.event
        guard let url, !isOwn(url, of: asked, walk.handler) else {
            return handleByDefault(walk, commander, by: delegateIndex)
        }
        let redirection =
            isWhole
            ? walk.redirections[delegateIndex] ?? redirect(to: url, asked, walk, commander)
            : redirect(to: url, asked, walk, commander)
        if isWhole { walk.redirections[delegateIndex] = redirection }
        guard redirection != .untaken else {
            walk.redirect = url
            return nil
        }
        var end = PartWalk.End(redirection == .taken ? .default : .failed, by: delegateIndex)
        if case .rejected(let reason) = redirection {
            end.outcome = .rejected
            end.reason = reason
        }
        end.redirect = url
        return end
    }

    private func redirect(
        to url: String, _ event: any EventContent, _ walk: PartWalk, _ commander: Commander
    ) -> PartWalk.Redirection {
        let mark = actAsHandler(walk, commander)
        defer { keepEffects(walk, commander) }
        do {
            guard try handlers[walk.handler].handle(event, url: url, commander) else {
                commander.takeBack(to: mark)
                return .untaken
            }
            guard let reason = commander.rejection else { return .taken }
            commander.rejection = nil
            return .rejected(reason: reason)
        } catch {
            commander.takeBack(to: mark)
            if !commander.hasFailed { commander.setError(error) }
            return .failed
        }
    }

    /// Carries out the default handling of a part; `nil` if it has none.
    private func handleByDefault(
        _ walk: PartWalk, _ commander: Commander, by delegateIndex: Int?
    ) -> PartWalk.End? {
        // A delegate has replaced the part's link, and nothing took the new one.
        guard walk.redirect == nil, walk.isStock else { return nil }
        let mark = actAsHandler(walk, commander)
        defer { keepEffects(walk, commander) }
        let by = delegateIndex ?? Int(Ending.defaultHandler)
        do {
            try walk.parts.handle(walk.part, commander)
            return PartWalk.End(.default, by: by)
        } catch {
            commander.takeBack(to: mark)
            if !commander.hasFailed { commander.setError(error) }
            return PartWalk.End(.failed, by: by)
        }
    }

    private func end(_ end: PartWalk.End, _ walk: PartWalk, _ commander: Commander) {
        if let trace = commander.trace {
            for delegateIndex in walk.candidates {
                trace.skip(name(of: delegateIndex), delegateIndex, .notReached)
            }
        }
        let name: String? =
            switch end.by {
            case Int(Ending.nobody): nil
            case Int(Ending.defaultHandler): handlers[walk.handler].name
            default: name(of: end.by)
            }
        walk.end(end, name: name)
    }

    private func act(as delegateIndex: Int, _ walk: PartWalk, _ commander: Commander) {
        commander.act(as: actor(of: delegateIndex), number: delegateIndex)
        commander.effectNumber = walk[effects: delegateIndex]
    }

    private func actAsHandler(_ walk: PartWalk, _ commander: Commander) -> Commander.Mark {
        let number = -1 - walk.handler
        commander.act(as: handlers[walk.handler].name, number: number)
        commander.effectNumber = walk[effects: number]
        return commander.mark
    }

    private func keepEffects(_ walk: PartWalk, _ commander: Commander) {
        walk[effects: -1 - walk.handler] = commander.effectNumber
    }
}

// What the parts of an event need.
extension Bus {
    /// Whether a delegate is asked about single parts.
    func isAskedAboutParts(_ delegateIndex: Int) -> Bool { table.isAskedAboutParts[delegateIndex] }

    /// Whether any delegate of the event's type is asked about single parts.
    func hasPartConditions(for event: any EventContent) -> Bool {
        table.hasPartConditions(for: event)
    }

    func candidates(of part: any EventContent, in event: any EventContent) -> [Int] {
        table.candidates(of: part, in: event)
    }

    func parts(
        of event: any EventContent, _ handler: Int
    ) throws(PeriluneError) -> any EventParts {
        guard let parting = handlers[handler].parting else {
            throw PeriluneError("event.parts", "the default handler does not know of parts")
        }
        return try parting.parts(of: event)
    }

    /// Whether a link is the event's own.
    func isOwn(_ url: String, of event: any EventContent, _ handler: Int) -> Bool {
        handlers[handler].parting?.isOwn(url, of: event) ?? false
    }

    func beginCall(of delegateIndex: Int) -> UInt64? { tally?.beginCall(of: delegateIndex) }
    func resumeCall(of delegateIndex: Int) -> UInt64? { tally?.resumeCall(of: delegateIndex) }
    func endCall(
        of delegateIndex: Int, since start: UInt64?, _ outcome: @autoclosure () -> CallOutcome
    ) {
        if let start { tally?.endCall(of: delegateIndex, since: start, outcome()) }
    }
    func countHandled(by delegateIndex: Int) { tally?.countHandled(by: delegateIndex) }
}
