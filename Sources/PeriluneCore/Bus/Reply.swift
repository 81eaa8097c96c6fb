/// The decision of a delegate on an event.
public enum Reply: Hashable, Sendable {
    /// The delegate has handled the event; no other delegate gets it.
    case handled
    /// The default handler takes the event, with the event's own link or another one.
    case byDefault(url: String? = nil)
    /// The next delegate is called.
    case pass
    /// The event is rejected, for a reason that the record keeps.
    ///
    /// If the event has several parts, this part is rejected and the parts after it are not processed.
    case reject(reason: String)
    /// Like `reject`, but the parts after this one are still processed.
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
