/// The platforms that support an event.
public struct Platforms: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app on iPhone and iPad.
    public static let iOS = Platforms(rawValue: 1)
    /// The app on Android.
    public static let android = Platforms(rawValue: 2)
    /// The Web server.
    public static let web = Platforms(rawValue: 4)
    /// Both mobile apps.
    public static let mobile: Platforms = [.iOS, .android]
    /// All platforms.
    public static let all: Platforms = [.iOS, .android, .web]

    /// The names, in a fixed order.
    public var names: [String] {
        var names: [String] = []
        if contains(.iOS) { names.append("iOS") }
        if contains(.android) { names.append("Android") }
        if contains(.web) { names.append("Web") }
        return names
    }
}

extension Link {
    /// The platforms on which a link of this form can be opened.
    public var platforms: Platforms {
        switch form {
        case .mobile: .mobile
        case .pad: .iOS
        case .web: .web
        // A link inside a document runs wherever the document is shown.
        case .document, .relative, .other: .all
        }
    }
}
