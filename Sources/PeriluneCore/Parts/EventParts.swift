/// The parts of an event that has several, in the order in which they happen.
///
/// A link with several event numbers is such an event: each number is a part. The bus takes the parts to
/// the delegates one after the other, and writes one record for all of them.
public protocol EventParts: AnyObject {
    /// How many parts there are: two or more.
    var count: Int { get }
    /// What names a part in records, such as `evt`.
    func label(of part: Int) -> Value.Members
    /// The part as a text for people, such as its link; it may hold secrets.
    func text(of part: Int) -> String
    /// Whether there is a default handling for the part; a custom part has none.
    func isStock(_ part: Int) -> Bool
    /// The members of `data` that delegates with a condition on the part see instead of the event's own.
    func data(of part: Int) -> Value.Members
    /// Carries out the default handling of a part.
    func handle(_ part: Int, _ commander: Commander) throws(PeriluneError)
}

/// The kind of an event, which its default handler tells before any delegate is called.
public enum EventKind: Hashable, Sendable {
    /// There is a default handling.
    case stock
    /// There is none; the event is always offered to `execute`.
    case custom
    /// The event has several parts.
    case parts
    /// The event stands for another one, which delegates see instead.
    case reference
    /// As `stock`, but the default handling may fail.
    case uncertain
}

/// A default handler whose events may have several parts.
public protocol PartingHandler: DefaultHandler {
    /// Which kind of event it is; called for every event, so it should be quick.
    func kind(of event: any EventContent) -> EventKind
    /// The members of `data` that replace those of an event of the kind `reference`; `nil` where it stands for nothing.
    ///
    /// They are replaced before delegates are found, so that conditions are tested on what is carried out.
    func referred(by event: any EventContent) -> Value.Members?
    /// The paths that `referred(by:)` may replace.
    var referencePaths: [FieldPath] { get }
    /// The parts of an event of the kind `parts`.
    func parts(of event: any EventContent) throws(PeriluneError) -> any EventParts
    /// Carries out the default handling of an event of the kind `stock`.
    func handle(_ event: any EventContent, _ commander: Commander) throws(PeriluneError)
    /// Whether a link is the event's own, so that to leave it to the default handling is no redirect.
    func isOwn(_ url: String, of event: any EventContent) -> Bool
    /// The paths at which a part's `data` may differ from its event's.
    var partPaths: [FieldPath] { get }
}

extension PartingHandler {
    /// No event is a reference.
    public func referred(by event: any EventContent) -> Value.Members? { nil }

    /// No event is a reference.
    public var referencePaths: [FieldPath] { [] }

    /// Whether there is a default handling for the event as a whole.
    public func isStock(_ event: any EventContent) -> Bool { kind(of: event) != .custom }
}
