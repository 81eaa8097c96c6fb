import PeriluneCore
import PeriluneLinks

/// What kind of link an event is about, as its type says.
enum LinkKind: CaseIterable {
    /// With an event number.
    case drill
    /// Any other link.
    case url
    /// A text that is no valid link.
    case invalid

    init(_ events: LinkScanner.Events) {
        switch events {
        case .none: self = .url
        case .stock, .custom, .several: self = .drill
        case .invalid: self = .invalid
        }
    }

    var type: TypePattern {
        switch self {
        case .drill: "link.drill"
        case .url: "link.url"
        case .invalid: "link.invalid"
        }
    }
}
