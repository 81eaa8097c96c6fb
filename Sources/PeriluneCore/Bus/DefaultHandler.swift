/// Handles the events that no delegate takes, or that a delegate leaves to it.
public protocol DefaultHandler: Sendable {
    /// The name in the member `by` of records, such as `link-drill`.
    var name: String { get }
    /// The types that it handles.
    var types: [TypePattern] { get }
    /// Whether the event has default handling.
    ///
    /// A custom event has none: it is always offered to the delegates' `execute`, and is unhandled if none takes it.
    func isStock(_ event: any EventContent) -> Bool
    /// Carries out the default handling of the event, with `url` instead of the event's own link if it is not `nil`.
    ///
    /// - Returns: False if there is no default handling for `url`.
    func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    )
        throws(PeriluneError) -> Bool
}
