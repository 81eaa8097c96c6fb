/// The progress of an event with several parts over the bus.
final class PartProgress {
    /// The answer of a delegate.
    enum Answer {
        case declined
        case failed
        case replied(Reply)
    }

    /// The result of a redirect.
    enum Redirection: Equatable {
        case taken
        case untaken
        case rejected(reason: String)
        case failed
    }

    /// How a part ended.
    struct End {
        var outcome: Outcome
        /// See ``Ending``.
        var by: Int
        var reason: String?
        var redirect: String?
        /// Whether the parts after it are not processed.
        var stops = false

        init(_ outcome: Outcome, by: Int) {
            self.outcome = outcome
            self.by = by
        }
    }

    let parts: any EventParts
    /// The event as a whole; a copy once the event has waited for an answer.
    var event: any EventContent
    /// The position of its default handler.
    let handler: Int
    /// Whether delegates that are asked about the whole event are asked `shouldHandle`.
    let asksAboutWhole: Bool

    /// The part that is processed.
    private(set) var part = 0
    /// The delegates to ask about the part; empty before the part has begun.
    var candidates: [Int] = []
    var next = 0
    var hasBegun = false
    /// The event with the part's own data; `nil` if no delegate has conditions on parts.
    var content: (any EventContent)?
    var failedFirst: Int?
    /// The link that a delegate named instead of the part's own, if nothing took it.
    var redirect: String?

    /// The answers of delegates that are asked about the whole event, each with the part at which it was given.
    private var answers: [Int: (part: Int, answer: Answer)] = [:]
    /// The answers to a custom part of delegates that had declined the event before.
    private var customAnswers: [Int: (part: Int, answer: Answer)] = [:]
    /// The results of the redirects of delegates that are asked about the whole event.
    var redirections: [Int: Redirection] = [:]
    /// The number of effects so far, by actor.
    private var effects: [Int: Int] = [:]

    private(set) var ended: [Record.Part] = []
    private(set) var worst: Ending?

    init(_ parts: any EventParts, of event: any EventContent, handler: Int) {
        self.parts = parts
        self.event = event
        self.handler = handler
        asksAboutWhole = (0..<parts.count).contains { parts.isStock($0) }
    }

    var isOver: Bool { part == parts.count }
    var isStock: Bool { parts.isStock(part) }

    /// The answer of a delegate about the whole event, if it applies to this part.
    ///
    /// A custom part is offered to `execute` even if `shouldHandle` has declined the event.
    func answer(of delegateIndex: Int) -> (part: Int, answer: Answer)? {
        guard let known = answers[delegateIndex] else { return nil }
        if case .declined = known.answer, !isStock { return customAnswers[delegateIndex] }
        return known
    }

    /// Keeps the answer of a delegate that was asked about the whole event.
    func setAnswer(_ answer: Answer, of delegateIndex: Int) {
        if answers[delegateIndex] == nil {
            answers[delegateIndex] = (part, answer)
        } else {
            customAnswers[delegateIndex] = (part, answer)
        }
    }

    /// Whether `shouldHandle` is to be called for a delegate that is asked about the whole event now.
    func asksFirst(_ delegateIndex: Int) -> Bool { asksAboutWhole && answers[delegateIndex] == nil }

    /// The number of effects that a delegate or handler has caused, so that identities differ between parts.
    subscript(effects actor: Int) -> Int {
        get { effects[actor] ?? 0 }
        set { effects[actor] = newValue }
    }

    /// Ends the part; `name` is the name of the delegate or handler that ended it.
    func end(_ end: End, name: String?) {
        ended.append(record(end, name))
        updateWorst(Ending(end.outcome, by: end.by))
        part += 1
        begin()
        guard end.stops else { return }
        while part < parts.count {
            var skipped = record(End(end.outcome, by: end.by), name)
            skipped.isSkipped = true
            ended.append(skipped)
            part += 1
        }
    }

    private func record(_ end: End, _ name: String?) -> Record.Part {
        var record = Record.Part(parts.label(of: part), end.outcome, by: name)
        record.reason = end.reason
        record.redirect = end.redirect
        return record
    }

    private func updateWorst(_ ending: Ending) {
        if worst.map({ ending.outcome.isWorse(than: $0.outcome) }) ?? true { worst = ending }
    }

    private func begin() {
        candidates = []
        next = 0
        hasBegun = false
        content = nil
        failedFirst = nil
        redirect = nil
    }
}

extension Outcome {
    /// Whether this outcome prevails as the outcome of an event over that of another part.
    func isWorse(than other: Outcome) -> Bool { rank > other.rank }

    /// The severity, from 0 for the best; all outcomes differ.
    var rank: Int {
        switch self {
        case .handled: 0
        case .default: 1
        case .unhandled: 2
        case .rejected: 3
        case .failed: 4
        }
    }
}
