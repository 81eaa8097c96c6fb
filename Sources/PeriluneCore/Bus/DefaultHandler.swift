/// Handles the events that no delegate takes, or that a delegate leaves to it.
public protocol DefaultHandler: Sendable {
    /// What the record says in `by`: `link-drill`.
    var name: String { get }
    /// The types that it handles.
    var types: [TypePattern] { get }
    /// Whether there is a usual way to handle the event. A custom event has none: it is always offered to
    /// the delegates' `execute`, and is unhandled if none takes it.
    func isStock(_ event: any EventContent) -> Bool
    /// Handles the event as usual, or `url` instead of the event's own link.
    ///
    /// - Returns: false where there is no usual way for `url`.
    func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    )
        throws(PeriluneError) -> Bool
}
