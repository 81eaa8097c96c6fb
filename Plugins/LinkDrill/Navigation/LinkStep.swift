package import PeriluneCore
import PeriluneLinks

/// What the app does for a link with at most one event, computed when it is first read.
package final class LinkStep: EffectDescription {
    private let link: String

    package init(_ link: String) { self.link = link }

    /// The members of the first step of the link; empty if the link is not valid or leads nowhere.
    package var members: Value.Members {
        guard let link = try? Link(link) else { return Value.Members() }
        return Navigation.steps(for: link).first?.members ?? Value.Members()
    }

    /// Writes the members, for usual links straight from their text.
    package func write(to writer: inout JSONWriter) {
        let bytes = link.utf8.span
        if let step = UsualStep(bytes) {
            step.write(bytes, to: &writer)
        } else {
            Effect.write(members, to: &writer)
        }
    }
}
