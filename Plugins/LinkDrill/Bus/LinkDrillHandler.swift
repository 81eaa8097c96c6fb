import PeriluneCore
import PeriluneLinks

/// Handles the links that no delegate handles, as the app does: it navigates.
///
/// The bus copies its handler for every event, which is cheap: this one holds no references.
struct LinkDrillHandler: PartingHandler {
    /// What the type of its events says about their links.
    ///
    /// Rules are found by the type, which the sender writes, so a link of another kind is not opened.
    let kind: LinkKind?

    var name: String { "link-drill" }
    var types: [TypePattern] { [kind?.type ?? "link.*"] }
    var partPaths: [FieldPath] { [LinkPath.url, "data.part"] }
    var referencePaths: [FieldPath] { [LinkPath.url, "data.editLinks"] }

    func kind(of event: any EventContent) -> EventKind {
        var kind = EventKind.uncertain
        event.withString(at: LinkPath.url) { link in
            if EditLinks.isDocument(link) {
                kind = .reference
                return
            }
            let events = LinkScanner.events(in: link)
            if isOfKind(events) { kind = EventKind(events) }
        }
        return kind
    }

    private func isOfKind(_ events: LinkScanner.Events) -> Bool {
        kind.map { $0 == LinkKind(events) } ?? true
    }

    func referred(by event: any EventContent) -> Value.Members? {
        let text = event.string(at: LinkPath.url) ?? ""
        guard let followed = try? EditLinks.followed(text) else { return nil }
        return Value.Members([
            ("url", .string(followed.link.raw)),
            ("editLinks", EditLinksTable.value(of: followed.document)),
        ])
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
        // Parse the link only if the effect is recorded, which it is not for most links of a log.
        guard commander.keepsEffects else { return }
        guard let editLinks = event[Self.editLinks] else {
            guard event.withString(at: LinkPath.url, { _ in }) else { return }
            return commander.effect(EventStep.navigation, of: event)
        }
        guard let url = event.string(at: LinkPath.url) else { return }
        navigate(to: try Link(url), editLinks, commander)
    }

    func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    ) throws(PeriluneError) -> Bool {
        guard let text = url ?? event.string(at: LinkPath.url) else { return false }
        if let problem = LinkReading.problem(of: text.utf8.span) {
            commander.rejection = "invalid link: \(problem)"
            return true
        }
        var link = try Link(text)
        var editLinks: Value?
        do throws(PeriluneError) {
            if let followed = try EditLinks.followed(text) {
                link = followed.link
                editLinks = EditLinksTable.value(of: followed.document)
            }
        } catch {
            commander.rejection = "invalid edit links: \(error.message)"
            return true
        }
        let found = LinkKind(ofLink: link.raw)
        if url == nil, let kind, kind != found {
            commander.rejection =
                "the event has the type \(kind.rawValue), but the link is one of \(found.rawValue)"
            return true
        }
        // A link is carried out as a whole or not at all.
        let isStock = link.parameters(named: "evt").allSatisfy { !Link.isCustom($0.value) }
        guard isStock else { return false }
        navigate(to: link, editLinks, commander)
        return true
    }

    private func navigate(to link: Link, _ editLinks: Value?, _ commander: Commander) {
        guard commander.keepsEffects else { return }
        if editLinks == nil, link.parameters(named: "evt").count < 2 {
            return commander.effect("navigate", LinkStep(link.raw))
        }
        for step in Navigation.steps(for: link) {
            var members = step.members
            for member in editLinks.flatMap(EditLinksTable.answers)?.pairs ?? [] {
                members[member.name] = member.value
            }
            commander.effect("navigate", members)
        }
    }

    /// The member of events whose link comes from edit links.
    private static let editLinks: FieldPath = "data.editLinks"
}

extension EventKind {
    /// The kind of a link, without taking it apart.
    fileprivate init(_ events: LinkScanner.Events) {
        switch events {
        case .none, .stock: self = .stock
        case .custom: self = .custom
        case .several: self = .parts
        case .invalid: self = .uncertain
        }
    }
}
