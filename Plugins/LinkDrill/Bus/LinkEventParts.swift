import PeriluneCore
import PeriluneLinks

/// The events of a link that has several, in the order in which they happen.
final class LinkEventParts: EventParts {
    private let link: Link
    private let shared: [LinkParameter]
    private let blocks: [EventBlocks.Block]
    /// What the app does for each event; worked out when the first one is carried out.
    private lazy var steps = Navigation.steps(for: link)

    /// `nil` for a link with less than two events.
    init?(_ link: Link) {
        guard link.problem == nil else { return nil }
        let events = LinkEvent.blocks(of: link)
        guard events.blocks.count > 1 else { return nil }
        self.link = link
        shared = events.shared
        blocks = events.blocks
    }

    var count: Int { blocks.count }

    func label(of part: Int) -> Value.Members {
        let number = EventNumber(ofLink: text(of: part).utf8.span).value
        return Value.Members([
            ("evt", number.map { .integer($0) } ?? .string(blocks[part].event.value))
        ])
    }

    func isStock(_ part: Int) -> Bool {
        // As the part's own link is read, which is what rules see: blanks at its end do not count.
        !LinkScanner.isCustom(text(of: part).utf8.span)
    }

    func text(of part: Int) -> String { text(of: blocks[part]) }

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

    /// The link of one event: what all events share, then the event and its own parameters.
    private func text(of block: EventBlocks.Block) -> String {
        var text = link.beforeQuery
        let parameters = shared + [block.event] + block.parameters
        text += parameters.map(\.text).joined(separator: "&")
        if let fragment = link.fragment { text += "#" + fragment }
        return text
    }
}

extension Link {
    /// What stands before the parameters, with the question mark.
    fileprivate var beforeQuery: String {
        let start = rawScheme.map { $0 + ":" } ?? ""
        return start + (authority.map { "//" + $0 } ?? "") + path + "?"
    }
}

extension LinkParameter {
    /// The parameter as the link writes it.
    fileprivate var text: String { rawValue.map { "\(rawName)=\($0)" } ?? rawName }
}
