package import PeriluneCore

/// The kind of link in an event, which its type shows.
package enum LinkKind: String, CaseIterable, Sendable {
    /// A link with an event number.
    case drill = "link.drill"
    /// Any other link.
    case url = "link.url"
    /// A text that is not a valid link.
    case invalid = "link.invalid"

    package init(_ events: LinkScanner.Events) {
        switch events {
        case .none: self = .url
        case .stock, .custom, .several: self = .drill
        case .invalid: self = .invalid
        }
    }

    /// The kind of a link.
    package init(ofLink text: String) { self.init(LinkScanner.events(in: text.utf8.span)) }

    /// The pattern of the type of its events.
    package var type: TypePattern { TypePattern(stringLiteral: rawValue) }
}
