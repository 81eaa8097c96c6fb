/// The path from an event to a value in it.
package struct EventPath: Hashable, Sendable, CustomStringConvertible {
    /// A step of a path.
    package enum Step: Hashable, Sendable {
        /// The member of this name.
        case name(String)
        /// Any element or member: `items[1]`, `pairs(items)`, `names[key]`.
        case any
    }

    /// The steps; empty for the event itself.
    package var steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// Parses a dotted path, as in `where` and `key`.
    package init(dotted text: String) {
        steps = text.split(separator: ".", omittingEmptySubsequences: false)
            .map { .name(String($0)) }
    }

    /// The path with one more step.
    package func then(_ step: Step) -> EventPath { EventPath(steps + [step]) }

    /// The path without its last step.
    package var parent: EventPath { EventPath(steps.dropLast()) }

    /// The path as text: `data.items[].price`.
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

/// The part of the event that a value comes from.
package struct EventOrigin: Hashable, Sendable {
    /// The path from the event.
    package var path: EventPath
    /// The only type of event that has this origin; `nil` for all types that the script is interested in.
    package var type: String?
}

/// A read of a field of the event.
package struct EventRead: Sendable {
    /// The fields read; several if a function is called with different parts of the event.
    package let origins: Set<EventOrigin>
    /// The position of the field's name.
    package let position: Position
    /// Whether the script fails if the field is missing.
    package let needsValue: Bool
}

/// A comparison of a field of the event with a literal.
package struct EventComparison: Sendable {
    /// The fields that are compared.
    package let origins: Set<EventOrigin>
    /// The value they are compared with.
    package let literal: Literal
    /// Whether it is a comparison for equality, not for order.
    package let isEquality: Bool
    /// The position of the literal.
    package let position: Position
}
