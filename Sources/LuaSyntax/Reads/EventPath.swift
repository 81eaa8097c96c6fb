/// The way from an event to a value inside it.
package struct EventPath: Hashable, Sendable, CustomStringConvertible {
    /// One step of a way.
    package enum Step: Hashable, Sendable {
        /// The member of this name.
        case name(String)
        /// Some element or member: `items[1]`, `pairs(items)`, `names[key]`.
        case any
    }

    /// The steps; none for the event itself.
    package var steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// A dotted path as `where` and `key` write it.
    package init(dotted text: String) {
        steps = text.split(separator: ".", omittingEmptySubsequences: false)
            .map { .name(String($0)) }
    }

    /// One step further.
    package func then(_ step: Step) -> EventPath { EventPath(steps + [step]) }

    /// The way to what it is inside of.
    package var parent: EventPath { EventPath(steps.dropLast()) }

    /// As a reader writes it: `data.items[].price`.
    package var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .name(let name): text += text.isEmpty ? name : ".\(name)"
            case .any: text += "[]"
            }
        }
        return text.isEmpty ? "event" : text
    }
}

/// Where a value of a script comes from.
package struct EventOrigin: Hashable, Sendable {
    /// The way from the event.
    package var path: EventPath
    /// The only type of events that get there; `nil` for all that the script is interested in.
    package var type: String?
}

/// A place where a script reads a field of its event.
package struct EventRead: Sendable {
    /// What is read; several where a function is called with several parts of the event.
    package let origins: Set<EventOrigin>
    /// Where the name of the field stands.
    package let position: Position
    /// Whether the line fails where the field is not there.
    package let needsValue: Bool
}

/// A place where a script compares a field of its event with a value that is written out.
package struct EventComparison: Sendable {
    /// What is compared.
    package let origins: Set<EventOrigin>
    /// With what.
    package let literal: Literal
    /// Whether for equality, not for order.
    package let isEquality: Bool
    /// Where the other side stands.
    package let position: Position
}
