/// The parts of an event that has several, in the order in which they happen.
///
/// A link with several event numbers is such an event: each number is a part. The bus takes the parts to
/// the delegates one after the other, and writes one record for all of them.
public protocol EventParts: AnyObject {
    /// How many parts there are: two or more.
    var count: Int { get }
    /// The members that identify a part in records, such as `evt`.
    func label(of part: Int) -> Value.Members
    /// A text that identifies the part to the user, such as its link; it may contain secrets.
    func text(of part: Int) -> String
    /// Whether there is a default handling for the part; a custom part has none.
    func isStock(_ part: Int) -> Bool
    /// The members of `data` that delegates with a condition on the part see instead of the event's own.
    func data(of part: Int) -> Value.Members
    /// Carries out the default handling of a part.
    func handle(_ part: Int, _ commander: Commander) throws(PeriluneError)
}

/// The kind of an event, which its default handler determines before any delegate is called.
public enum EventKind: Hashable, Sendable {
    /// The event has default handling.
    case stock
    /// The event has no default handling; it is always offered to `execute`.
    case custom
    /// The event has several parts.
    case parts
    /// The event refers to another one, which delegates see instead.
    case reference
    /// Like `stock`, but the default handling may fail.
    case uncertain
}

/// A default handler whose events may have several parts.
public protocol PartingHandler: DefaultHandler {
    /// The kind of an event; called for every event, so it should be fast.
    func kind(of event: any EventContent) -> EventKind
    /// The members of `data` that replace those of an event of the kind `reference`; `nil` if it refers to nothing.
    ///
    /// They are replaced before delegates are found, so that conditions are tested on the data that is processed.
    func referred(by event: any EventContent) -> Value.Members?
    /// The paths that `referred(by:)` may replace.
    var referencePaths: [FieldPath] { get }
    /// The parts of an event of the kind `parts`.
    func parts(of event: any EventContent) throws(PeriluneError) -> any EventParts
    /// Carries out the default handling of an event of the kind `stock`.
    func handle(_ event: any EventContent, _ commander: Commander) throws(PeriluneError)
    /// Whether a link is the event's own, so that choosing it is not a redirect.
    func isOwn(_ url: String, of event: any EventContent) -> Bool
    /// The paths at which a part's `data` may differ from its event's.
    var partPaths: [FieldPath] { get }
}

extension PartingHandler {
    /// Returns `nil`: no event is a reference.
    public func referred(by event: any EventContent) -> Value.Members? { nil }

    /// Returns no paths: no event is a reference.
    public var referencePaths: [FieldPath] { [] }

    /// Whether the event as a whole has default handling.
    public func isStock(_ event: any EventContent) -> Bool { kind(of: event) != .custom }
}
