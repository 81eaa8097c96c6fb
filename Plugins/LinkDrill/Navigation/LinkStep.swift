package import PeriluneCore
import PeriluneLinks

/// What the app does for a link with at most one event, computed when it is first read.
package final class LinkStep: EffectDescription {
    private let link: String

    package init(_ link: String) { self.link = link }

    /// The members of the first step of the link; empty if the link is not valid or leads nowhere.
    package var members: Value.Members { Self.members(of: link) }

    /// Writes the members, for usual links straight from their text.
    package func write(to writer: inout JSONWriter) { Self.write(link.utf8.span, to: &writer) }

    fileprivate static func write(_ link: Span<UInt8>, to writer: inout JSONWriter) {
        if !FastLinkStep.write(link, to: &writer) {
            Effect.write(members(of: link.text(0..<link.count)), to: &writer)
        }
    }

    private static func members(of link: String) -> Value.Members {
        guard let link = try? Link(link) else { return Value.Members() }
        return Navigation.steps(for: link).first?.members ?? Value.Members()
    }
}

/// The step of the link that an event has.
final class EventStep: EventEffect {
    static let navigation = EventStep()

    let kind = "navigate"

    func description(of event: any EventContent) -> any EffectDescription {
        LinkStep(event.string(at: LinkPath.url) ?? "")
    }

    func write(_ event: any EventContent, to writer: inout JSONWriter) {
        event.withString(at: LinkPath.url) { LinkStep.write($0, to: &writer) }
    }
}
