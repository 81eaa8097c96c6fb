import PeriluneCore
import PeriluneLinks

/// What the app does for a link that no delegate wants otherwise: it navigates.
struct LinkDrillHandler: DefaultHandler {
    let name: String
    let types: [TypePattern] = ["link.*"]

    func isStock(_ event: any EventContent) -> Bool {
        var isCustom = false
        event.withString(at: LinkPath.url) { isCustom = LinkScanner.isCustom($0) }
        return !isCustom
    }

    func handle(
        _ event: any EventContent, url: String?, _ commander: Commander
    )
        throws(PeriluneError) -> Bool
    {
        // Only what is recorded is worth taking a link apart: of most links of a log nothing is.
        if !commander.keepsEffects, url == nil {
            var way = Way.none
            event.withString(at: LinkPath.url) { way = Way(of: $0) }
            switch way {
            case .usual: return true
            case .none: return false
            case .refused: break
            }
        }
        guard let text = url ?? event.string(at: LinkPath.url) else { return false }
        if let problem = LinkReading.problem(of: text.utf8.span) {
            commander.rejection = "invalid link: \(problem)"
            return true
        }
        let link = try Link(text)
        if link.isCustom { return false }
        guard commander.keepsEffects else { return true }
        for step in Navigation.steps(for: link) { commander.effect("navigate", step.members) }
        return true
    }

    /// What taking a link apart would answer, without doing it.
    private enum Way {
        case usual, none, refused

        init(of bytes: Span<UInt8>) {
            let isCustom = LinkReading.read(bytes) { text, parts in
                EventNumber(text, parts).isCustom
            }
            switch isCustom {
            case nil: self = .refused
            case true?: self = .none
            case false?: self = .usual
            }
        }
    }
}
