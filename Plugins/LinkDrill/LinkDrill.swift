public import PeriluneCore

/// Link drills: what the app does for a link by default, the condition `evt` and the modules
/// `link` and `url`.
///
/// It takes the event types `link.*`; the link is `data.url`.
public struct LinkDrill: Plugin {
    /// The name of the plugin, and of its default handler in records.
    public let name = "link-drill"

    /// Makes the plugin.
    public init() {}

    /// Registers the default handler, the condition `evt`, the modules, and the codec `link`.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for kind in LinkKind.allCases { registry.add(LinkDrillHandler(kind: kind)) }
        registry.add(LinkDrillHandler(kind: nil))
        try registry.add(EventNumberDimension())
        try registry.add(LinkModule.module)
        try registry.add(URLModule.module)
        try registry.add(LinkCodec())
        registry.add(EventType("link.drill", "A link with an event number, evt, was tapped."))
        registry.add(EventType("link.url", "Another link was tapped."))
        registry.add(
            EventType(
                "link.invalid", "A link that no browser opens was tapped; data.reason says why."))
    }
}

/// The path of the link in an event.
enum LinkPath {
    static let url: FieldPath = "data.url"
}
