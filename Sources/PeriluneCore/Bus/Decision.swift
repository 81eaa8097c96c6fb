/// The progress of an event over the bus.
struct BusProgress {
    var handler: Int
    var kind = EventKind.uncertain
    var next = 0
    var failedFirst: Int?
    /// The progress of its parts, if the event has several.
    var parts: PartProgress?

    init(handler: Int) { self.handler = handler }

    init(parts: PartProgress) {
        handler = parts.handler
        self.parts = parts
    }

    /// A delegate has failed; the next one is asked.
    mutating func fail(_ delegateIndex: Int) {
        if failedFirst == nil { failedFirst = delegateIndex }
        next += 1
    }
}

/// The result of processing an event, so far.
public enum Decision {
    /// The event has ended.
    case ended(Ending)
    /// A delegate waits for an answer; ``Bus/resume(_:_:)`` continues.
    case waiting(Waiting)
}

/// How an event ended, in a form without strings, since most endings are only counted.
///
/// ``Bus/verdict(_:_:)`` has the names.
public struct Ending: Hashable, Sendable {
    static let nobody: Int32 = -1
    static let defaultHandler: Int32 = -2

    /// The outcome.
    public let outcome: Outcome
    /// The delegate's index on the bus, or one of the special values above.
    let by: Int32

    /// The event failed before a delegate or handler was chosen.
    package static let failed = Ending(.failed, by: Int(nobody))
    /// No delegate or default handler took it.
    package static let unhandled = Ending(.unhandled, by: Int(nobody))

    init(_ outcome: Outcome, by: Int) {
        self.outcome = outcome
        self.by = Int32(truncatingIfNeeded: by)
    }
}

/// The outcome of an event, with the delegate or handler that took it.
public struct Verdict: Hashable, Sendable {
    /// The outcome.
    public var outcome: Outcome
    /// The delegate or default handler that took the event; `nil` if none did.
    public var by: String?
    /// The version of the script, if records have versions.
    public var version: String?
    /// Why it was rejected.
    public var reason: String?
    /// The link that a delegate named instead of the event's own.
    public var redirect: String?

    init(
        _ outcome: Outcome, by: String?, reason: String? = nil, redirect: String? = nil
    ) {
        self.outcome = outcome
        self.by = by
        self.reason = reason
        self.redirect = redirect
    }
}

/// A suspended event, with the delegate that waits.
public final class Waiting {
    /// What it waits for.
    public let suspension: any Suspension
    /// The event; the host may put a copy of its own here.
    package var event: any EventContent
    /// Whether the call was cancelled; the event then ends when it is resumed.
    package var isCancelled = false
    let progress: BusProgress
    var mark: Commander.Mark
    let candidates: [Int]

    init(
        suspension: any Suspension, event: any EventContent, progress: BusProgress,
        mark: Commander.Mark,
        candidates: [Int]
    ) {
        self.suspension = suspension
        self.event = event
        self.progress = progress
        self.mark = mark
        self.candidates = candidates
    }

    /// Resumes the delegate, or ends the event if its call was cancelled.
    func resume(_ commander: Commander) throws(PeriluneError) -> Execution {
        if isCancelled { return try suspension.cancel(.cancelled, commander) }
        return try suspension.resume(commander)
    }

    /// Adjusts the mark after the event's output has moved within its buffer.
    package func moveOutput(by distance: Int) { mark.output += distance }
}
