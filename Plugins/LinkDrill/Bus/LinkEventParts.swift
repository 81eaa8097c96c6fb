import PeriluneCore
import PeriluneLinks

/// The events of a link that has several, in the order in which they happen.
final class LinkEventParts: EventParts {
    private let link: Link
    private let parts: [Part]
    /// What the app does for each event; worked out when the first one is carried out.
    private lazy var steps = Navigation.steps(for: link)

    private struct Part {
        /// The link of one event.
        var text: String
        /// The number as rules see it, without spaces at the end.
        var number: EventNumber
        /// The number as the whole link writes it.
        var label: String
    }

    /// `nil` for a link with less than two events.
    init?(_ link: Link) {
        guard link.problem == nil else { return nil }
        let links = LinkEvent.links(of: link)
        guard links.count > 1 else { return nil }
        self.link = link
        parts = links.map { event, text in
            Part(text: text, number: EventNumber(ofLink: text.utf8.span), label: event.value)
        }
    }

    var count: Int { parts.count }

    func label(of part: Int) -> Value.Members {
        let number = parts[part].number.value
        return Value.Members([
            ("evt", number.map { .integer($0) } ?? .string(parts[part].label))
        ])
    }

    func isStock(_ part: Int) -> Bool { !parts[part].number.isCustom }

    func text(of part: Int) -> String { parts[part].text }

    func data(of part: Int) -> Value.Members {
        let position = Value.Members([
            ("number", .integer(Int64(part + 1))), ("count", .integer(Int64(count))),
        ])
        return Value.Members([
            ("url", .string(text(of: part))), ("part", .object(position)),
        ])
    }

    func handle(_ part: Int, _ commander: Commander) {
        guard commander.keepsEffects else { return }
        commander.effect("navigate", steps[part].members)
    }
}
