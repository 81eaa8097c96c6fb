/// What a delegate says when it has been told to execute.
public enum Reply: Hashable, Sendable {
    /// It is done; nothing else happens.
    case handled
    /// "As usual": the default handler acts, on the event's own link or on another one.
    case byDefault(url: String? = nil)
    /// Not mine after all: the next delegate is asked.
    case pass
    /// The event is refused, for a reason that the record keeps. Of an event with several parts, the part
    /// is refused, and those after it are not processed.
    case reject(reason: String)
    /// The same, but the parts after it are processed.
    case rejectPart(reason: String)
}

/// How an event ended.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// A delegate handled it.
    case handled
    /// The default handler acted.
    case `default`
    /// Nobody took it, and there is no default for it.
    case unhandled
    /// A delegate refused it.
    case rejected
    /// It could not be processed, or every delegate that took it failed.
    case failed
}
