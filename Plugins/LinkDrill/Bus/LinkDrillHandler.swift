import PeriluneCore
import PeriluneLinks

/// What the app does for a link that no delegate wants otherwise: it navigates.
///
/// It has no stored properties: the bus copies its handler for every event, which then costs nothing.
struct LinkDrillHandler: PartingHandler {
    var name: String { "link-drill" }
    var types: [TypePattern] { ["link.*"] }
    var partPaths: [FieldPath] { [LinkPath.url, "data.part"] }

    func kind(of event: any EventContent) -> EventKind {
        var kind = EventKind.uncertain
        event.withString(at: LinkPath.url) { kind = EventKind(ofLink: $0) }
        return kind
    }

    func parts(of event: any EventContent) throws(PeriluneError) -> any EventParts {
        let link = try Link(event.string(at: LinkPath.url) ?? "")
        guard let parts = LinkEventParts(link) else {
            throw PeriluneError("link.parts", "the link has one event only")
        }
        return parts
    }

    func isOwn(_ url: String, of event: any EventContent) -> Bool {
        let link = url.utf8.span
        var isOwn = false
        event.withString(at: LinkPath.url) { own in
            guard own.count == link.count else { return }
            isOwn = own.indices.allSatisfy { own[$0] == link[$0] }
        }
        return isOwn
    }

    func handle(_ event: any EventContent, _ commander: Commander) throws(PeriluneError) {
        // Only what is recorded is worth taking a link apart: of most links of a log nothing is.
        guard commander.keepsEffects, let url = event.string(at: LinkPath.url) else { return }
        try navigate(to: try Link(url), commander)
    }

    func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    ) throws(PeriluneError) -> Bool {
        guard let text = url ?? event.string(at: LinkPath.url) else { return false }
        if let problem = LinkReading.problem(of: text.utf8.span) {
            commander.rejection = "invalid link: \(problem)"
            return true
        }
        let link = try Link(text)
        // A link is carried out as a whole or not at all.
        let isStock = link.parameters(named: "evt").allSatisfy { !Link.isCustom($0.value) }
        guard isStock else { return false }
        try navigate(to: link, commander)
        return true
    }

    private func navigate(to link: Link, _ commander: Commander) throws(PeriluneError) {
        guard commander.keepsEffects else { return }
        for step in Navigation.steps(for: link) { commander.effect("navigate", step.members) }
    }
}

extension EventKind {
    /// The kind of a link, without taking it apart.
    fileprivate init(ofLink bytes: Span<UInt8>) {
        switch LinkScanner.events(in: bytes) {
        case .none, .stock: self = .stock
        case .custom: self = .custom
        case .several: self = .parts
        case .invalid: self = .uncertain
        }
    }
}
