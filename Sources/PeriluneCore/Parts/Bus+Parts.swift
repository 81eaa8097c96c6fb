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
            let progress = PartProgress(parting, of: event, handler: handler)
            return resume(progress, commander)
        } catch {
            commander.setError(error)
            return .ended(Ending(.failed, by: Int(Ending.defaultHandler)))
        }
    }

    /// Continues with a part whose delegate has received an answer.
    func resume(_ waiting: Waiting, _ progress: PartProgress, _ commander: Commander) -> Decision {
        progress.event = waiting.event
        commander.rebind(waiting.event)
        let delegateIndex = progress.candidates[progress.next]
        commander.trace?.resume()
        let start = resumeCall(of: delegateIndex)
        do {
            switch try waiting.resume(commander) {
            case .suspended(let suspension):
                endCall(of: delegateIndex, since: start, .waiting)
                return wait(suspension, progress, waiting.mark, commander)
            case .finished(let reply):
                try delegates[delegateIndex].finish(committed: true)
                endCall(of: delegateIndex, since: start, CallOutcome(reply))
                answered(.replied(reply), by: delegateIndex, progress, commander)
            }
        } catch {
            fail(delegateIndex, error, commander, mark: waiting.mark, since: start)
            failed(error, by: delegateIndex, progress, commander)
        }
        return resume(progress, commander)
    }

    private func resume(_ progress: PartProgress, _ commander: Commander) -> Decision {
        while !progress.isOver {
            do {
                try begin(progress, commander)
                if let waiting = try processPart(progress, commander) { return waiting }
            } catch {
                if !commander.hasFailed { commander.setError(error) }
                end(PartProgress.End(.failed, by: Int(Ending.defaultHandler)), progress, commander)
            }
        }
        commander.parts = progress.ended
        return .ended(progress.worst ?? .failed)
    }

    /// Finds the delegates to ask about a part.
    private func begin(_ progress: PartProgress, _ commander: Commander) throws(PeriluneError) {
        guard !progress.hasBegun else { return }
        progress.hasBegun = true
        if hasPartConditions(for: progress.event) {
            progress.content = try progress.event.replacing(
                data: progress.parts.data(of: progress.part))
        }
        progress.candidates = candidates(of: progress.content ?? progress.event, in: progress.event)
        guard let trace = commander.trace else { return }
        trace.begin(
            TracePart(
                number: progress.part + 1, count: progress.parts.count,
                text: progress.parts.text(of: progress.part)))
        traceMismatches(of: progress.content ?? progress.event, in: progress.event, trace)
    }

    /// Processes a part to its end; returns a decision only if the part waits for an answer.
    private func processPart(
        _ progress: PartProgress, _ commander: Commander
    ) throws(PeriluneError) -> Decision? {
        let part = progress.part
        while progress.next < progress.candidates.count {
            let delegateIndex = progress.candidates[progress.next]
            let isWhole = !isAskedAboutParts(delegateIndex)
            if isWhole, let known = progress.answer(of: delegateIndex) {
                traceRepeatedAnswer(known, of: delegateIndex, progress, commander)
                apply(known.answer, of: delegateIndex, progress, commander)
            } else if let waiting = ask(delegateIndex, about: isWhole, progress, commander) {
                return waiting
            }
            if progress.part != part { return nil }
        }
        if let end = handleByDefault(progress, commander, by: nil) {
            self.end(end, progress, commander)
            return nil
        }
        var end = PartProgress.End(
            progress.failedFirst == nil ? .unhandled : .failed,
            by: progress.failedFirst ?? Int(Ending.nobody))
        end.redirect = progress.redirect
        self.end(end, progress, commander)
        return nil
    }

    private func ask(
        _ delegateIndex: Int, about isWhole: Bool, _ progress: PartProgress, _ commander: Commander
    ) -> Decision? {
        act(as: delegateIndex, progress, commander)
        let mark = commander.mark
        commander.trace?.startTiming()
        let start = beginCall(of: delegateIndex)
        let event = isWhole ? progress.event : progress.content ?? progress.event
        let isAsked = isWhole ? progress.asksFirst(delegateIndex) : progress.isStock
        do {
            let handling = try delegates[delegateIndex].take(event, commander, asking: isAsked)
            endCall(of: delegateIndex, since: start, CallOutcome(handling))
            switch handling {
            case .handled: answered(.replied(.handled), by: delegateIndex, progress, commander)
            case .declined:
                commander.rollBack(to: mark)
                answered(.declined, by: delegateIndex, progress, commander)
            case .replied(let reply):
                answered(.replied(reply), by: delegateIndex, progress, commander)
            case .suspended(let suspension): return wait(suspension, progress, mark, commander)
            }
        } catch {
            fail(delegateIndex, error, commander, mark: mark, since: start)
            failed(error, by: delegateIndex, progress, commander)
        }
        return nil
    }

    private func wait(
        _ suspension: any Suspension, _ progress: PartProgress, _ mark: Commander.Mark,
        _ commander: Commander
    ) -> Decision {
        commander.trace?.pause()
        return .waiting(
            Waiting(
                suspension: suspension, event: progress.event,
                progress: BusProgress(parts: progress), mark: mark,
                candidates: []))
    }

    /// Applies the answer of a delegate.
    ///
    /// An answer about the whole event is kept, and is applied when the loop reaches the delegate again.
    private func answered(
        _ answer: PartProgress.Answer, by delegateIndex: Int, _ progress: PartProgress,
        _ commander: Commander
    ) {
        progress[effects: delegateIndex] = commander.effectNumber
        if case .replied(let reply) = answer, reply != .pass { countHandled(by: delegateIndex) }
        if isAskedAboutParts(delegateIndex) {
            traceRepeatedAnswer((progress.part, answer), of: delegateIndex, progress, commander)
            apply(answer, of: delegateIndex, progress, commander)
        } else {
            progress.setAnswer(answer, of: delegateIndex)
        }
    }

    /// Records the failure of a delegate; after some errors no other delegate may take the event.
    private func failed(
        _ error: PeriluneError, by delegateIndex: Int, _ progress: PartProgress,
        _ commander: Commander
    ) {
        guard error.endsEvent else {
            return answered(.failed, by: delegateIndex, progress, commander)
        }
        var end = PartProgress.End(.failed, by: delegateIndex)
        end.stops = true
        self.end(end, progress, commander)
    }

    private func traceRepeatedAnswer(
        _ known: (part: Int, answer: PartProgress.Answer), of delegateIndex: Int,
        _ progress: PartProgress,
        _ commander: Commander
    ) {
        guard let trace = commander.trace else { return }
        let answer: TraceStep.Answer
        switch known.answer {
        case .declined: answer = .declined
        case .replied(let reply): answer = .replied(reply)
        case .failed:
            // The error was reported for the part at which it happened.
            guard known.part != progress.part else { return }
            answer = .failed(commander.error ?? PeriluneError("delegate.failed", "failed"))
        }
        if known.part == progress.part {
            trace.end(name(of: delegateIndex), delegateIndex, answer)
        } else {
            trace.repeat(name(of: delegateIndex), delegateIndex, answer, of: known.part + 1)
        }
    }

    /// Applies an answer to the part.
    private func apply(
        _ answer: PartProgress.Answer, of delegateIndex: Int, _ progress: PartProgress,
        _ commander: Commander
    ) {
        progress.next += 1
        switch answer {
        case .declined, .replied(.pass): break
        case .failed: if progress.failedFirst == nil { progress.failedFirst = delegateIndex }
        case .replied(.handled):
            end(PartProgress.End(.handled, by: delegateIndex), progress, commander)
        case .replied(.reject(let reason)):
            reject(reason, stops: true, delegateIndex, progress, commander)
        case .replied(.rejectPart(let reason)):
            reject(reason, stops: false, delegateIndex, progress, commander)
        case .replied(.byDefault(let url)):
            if let end = handleByDefault(url, progress, commander, by: delegateIndex) {
                self.end(end, progress, commander)
            }
        }
    }

    private func reject(
        _ reason: String, stops: Bool, _ delegateIndex: Int, _ progress: PartProgress,
        _ commander: Commander
    ) {
        var end = PartProgress.End(.rejected, by: delegateIndex)
        end.reason = reason
        end.stops = stops
        self.end(end, progress, commander)
    }

    /// Carries out the default handling that a delegate chose; `nil` if the next delegate is to be asked.
    private func handleByDefault(
        _ url: String?, _ progress: PartProgress, _ commander: Commander, by delegateIndex: Int
    ) -> PartProgress.End? {
        let isWhole = !isAskedAboutParts(delegateIndex)
        let asked = isWhole ? progress.event : progress.content ?? progress.event
        guard let url, !isOwn(url, of: asked, progress.handler) else {
            return handleByDefault(progress, commander, by: delegateIndex)
        }
        let redirection =
            isWhole
            ? progress.redirections[delegateIndex] ?? redirect(to: url, asked, progress, commander)
            : redirect(to: url, asked, progress, commander)
        if isWhole { progress.redirections[delegateIndex] = redirection }
        guard redirection != .untaken else {
            progress.redirect = url
            return nil
        }
        var end = PartProgress.End(redirection == .taken ? .default : .failed, by: delegateIndex)
        if case .rejected(let reason) = redirection {
            end.outcome = .rejected
            end.reason = reason
        }
        end.redirect = url
        return end
    }

    private func redirect(
        to url: String, _ event: any EventContent, _ progress: PartProgress, _ commander: Commander
    ) -> PartProgress.Redirection {
        let mark = actAsHandler(progress, commander)
        defer { keepEffects(progress, commander) }
        do {
            guard try handlers[progress.handler].handle(event, url: url, commander) else {
                commander.rollBack(to: mark)
                return .untaken
            }
            guard let reason = commander.rejection else { return .taken }
            commander.rejection = nil
            return .rejected(reason: reason)
        } catch {
            commander.rollBack(to: mark)
            if !commander.hasFailed { commander.setError(error) }
            return .failed
        }
    }

    /// Carries out the default handling of a part; `nil` if it has none.
    private func handleByDefault(
        _ progress: PartProgress, _ commander: Commander, by delegateIndex: Int?
    ) -> PartProgress.End? {
        // A delegate has replaced the part's link, and nothing took the new one.
        guard progress.redirect == nil, progress.isStock else { return nil }
        let mark = actAsHandler(progress, commander)
        defer { keepEffects(progress, commander) }
        let by = delegateIndex ?? Int(Ending.defaultHandler)
        do {
            try progress.parts.handle(progress.part, commander)
            return PartProgress.End(.default, by: by)
        } catch {
            commander.rollBack(to: mark)
            if !commander.hasFailed { commander.setError(error) }
            return PartProgress.End(.failed, by: by)
        }
    }

    private func end(_ end: PartProgress.End, _ progress: PartProgress, _ commander: Commander) {
        if let trace = commander.trace {
            for delegateIndex in progress.candidates {
                trace.skip(name(of: delegateIndex), delegateIndex, .notReached)
            }
        }
        let name: String? =
            switch end.by {
            case Int(Ending.nobody): nil
            case Int(Ending.defaultHandler): handlers[progress.handler].name
            default: name(of: end.by)
            }
        progress.end(end, name: name)
    }

    private func act(as delegateIndex: Int, _ progress: PartProgress, _ commander: Commander) {
        commander.act(as: actor(of: delegateIndex), number: delegateIndex)
        commander.effectNumber = progress[effects: delegateIndex]
    }

    private func actAsHandler(_ progress: PartProgress, _ commander: Commander) -> Commander.Mark {
        let number = -1 - progress.handler
        commander.act(as: handlers[progress.handler].name, number: number)
        commander.effectNumber = progress[effects: number]
        return commander.mark
    }

    private func keepEffects(_ progress: PartProgress, _ commander: Commander) {
        progress[effects: -1 - progress.handler] = commander.effectNumber
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
