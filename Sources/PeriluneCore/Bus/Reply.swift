/// The decision of a delegate on an event.
public enum Reply: Hashable, Sendable {
    /// The delegate has handled the event; no other delegate gets it.
    case handled
    /// The default handler takes the event, with the event's own link or another one.
    case byDefault(url: String? = nil)
    /// The next delegate is called.
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
    /// No delegate took it, and its type has no default handler.
    case unhandled
    /// A delegate rejected it.
    case rejected
    /// It could not be processed, or every delegate that took it failed.
    case failed
}
