import PeriluneCore

/// Finds the events of a link and what is known about them.
public enum LinkEvent {
    /// The most events of one link: a bound on what a hostile link can cost.
    public static let maximumEvents = 64
    /// The same for parameters that all events of a link share: each event has a copy of them.
    private static let maximumCopies = 2048

    /// The events of a link in the order in which they happen, one for each `evt`.
    ///
    /// A link without `evt` has none. `platforms` narrows what the link's own shape says.
    public static func resolve(_ link: Link, on platforms: Platforms? = nil) -> [ResolvedEvent] {
        let (shared, blocks, orderWarnings) = blocks(of: link)
        var events: [ResolvedEvent] = []
        for block in blocks {
            let warnings = events.isEmpty ? self.warnings(of: link) + orderWarnings : []
            let resolver = EventResolver(
                link: link, platforms: platforms ?? link.platforms, warnings: warnings)
            events.append(resolver.resolve(block, shared: shared))
        }
        return events
    }

    /// The common parameters of a link's events, and the parameters of each event, in the order in which they happen.
    static func blocks(
        of link: Link
    ) -> (shared: [LinkParameter], blocks: [EventBlocks.Block], warnings: [LinkWarning]) {
        let cut = EventBlocks(link)
        guard cut.blocks.count > 1 || link.hasParameter(named: "evtorder") else {
            return (cut.shared, cut.blocks, [])
        }
        var (blocks, warnings) = EventOrder.sort(
            cut.blocks, by: link.parameters(named: "evtorder"))
        let most = min(maximumEvents, max(2, maximumCopies / max(1, cut.shared.count)))
        if blocks.count > most {
            warnings.append(
                LinkWarning(
                    "link.events",
                    "the link has \(blocks.count) events and \(cut.shared.count) common parameters; "
                        + "only the first \(most) events are used", parameter: "evt"))
            blocks.removeLast(blocks.count - most)
        }
        return (cut.shared, blocks, warnings)
    }

    /// The link of each event, in the order in which they happen: what all events share, then the event and its own
    /// parameters.
    ///
    /// The link of the only event is the link itself.
    static func links(of link: Link) -> [(event: LinkParameter, text: String)] {
        let events = blocks(of: link)
        if let only = events.blocks.first, events.blocks.count == 1 {
            return [(only.event, link.raw)]
        }
        return events.blocks.map { block in
            let parameters = events.shared + [block.event] + block.parameters
            let text = Link.text(
                scheme: link.rawScheme, authority: link.authority, path: link.path,
                query: parameters.map(\.text).joined(separator: "&"), fragment: link.fragment)
            return (block.event, text)
        }
    }

    /// The warnings about a link as a whole.
    public static func warnings(of link: Link) -> [LinkWarning] {
        var warnings: [LinkWarning] = []
        if link.lacksQuestionMark {
            warnings.append(
                LinkWarning(
                    "link.question-mark", "the parameters start without a question mark"))
        }
        if let fragment = link.fragment, fragment.contains("=") {
            warnings.append(
                LinkWarning(
                    "link.fragment",
                    "the text after # looks like parameters; write %23 if # belongs to a value"))
        }
        if let escaped = link.firstParameter(startingWith: "amp;") {
            warnings.append(
                LinkWarning(
                    "link.html", "the link is escaped for HTML: write & for &amp;",
                    parameter: escaped.name))
        }
        if !link.hasParameter(named: "evt"),
            let written = link.parameters.first(where: {
                $0.name.lowercased() == "evt"
            })
        {
            warnings.append(
                LinkWarning(
                    "link.parameter.spelling",
                    "\(written.name) is not evt; names are case-sensitive",
                    parameter: written.name))
        }
        return warnings
    }
}
