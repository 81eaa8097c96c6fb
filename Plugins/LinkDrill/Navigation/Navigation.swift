public import PeriluneCore

/// What the app would do for a link, as data: the members of a `navigate` effect.
///
/// Always in the order `event`, `number`, `target`, `parameters`, `warnings`; members without
/// anything to say are left out. Secrets are masked.
public struct Navigation: Hashable, Sendable {
    /// What happens: the event's name; `custom event`, `unknown event` or `open link`.
    public let event: String
    /// The number of the event.
    public let number: Int64?
    /// The identifier or name of what is acted on, or the link to open.
    public let target: String?
    /// The parameters in order; a repeated name has an array.
    public let parameters: Value.Members
    /// Probable mistakes.
    public let warnings: [LinkWarning]

    /// What the app would do for a link, in order: one step for each event, or opening the link.
    public static func steps(for link: Link, on platforms: Platforms? = nil) -> [Navigation] {
        let events = LinkEvent.resolve(link, on: platforms)
        return events.isEmpty
            ? [Navigation(opening: link)] : events.map { Navigation($0, of: link) }
    }

    /// The step for an event of a link.
    public init(_ event: ResolvedEvent, of link: Link) {
        switch event.kind {
        case .known: self.event = event.names.joined(separator: " / ")
        case .custom: self.event = "custom event"
        case .unknown: self.event = "unknown event"
        }
        number = event.number
        parameters = Self.members(event)
        warnings = event.warnings
        // Launching another app is the one event whose target is the link itself.
        target =
            event.number == Self.launch && link.form == .other
            ? link.description
            : event.target.map { Redaction.redact($0.parameter.value) }
    }

    /// The step for a link without an event.
    public init(opening link: Link) {
        event = "open link"
        number = nil
        target = link.description
        parameters = Value.Members()
        warnings = LinkEvent.warnings(of: link)
    }

    /// The step as data.
    public var value: Value { .object(members) }

    /// The members of the effect.
    public var members: Value.Members {
        var members = Value.Members()
        members["event"] = .string(event)
        if let number { members["number"] = .integer(number) }
        if let target { members["target"] = .string(target) }
        if !parameters.pairs.isEmpty { members["parameters"] = .object(parameters) }
        if !warnings.isEmpty { members["warnings"] = .array(warnings.map(\.value)) }
        return members
    }

    static let launch: Int64 = 3992

    private static func members(_ event: ResolvedEvent) -> Value.Members {
        var members = Value.Members()
        var repeated: Set<ByteString> = []
        for parameter in event.parameters {
            let value: Value =
                parameter.isSecret ? .string(Redaction.mask) : Redaction.redact(parameter.value)
            guard let former = members[parameter.name] else {
                members[parameter.name] = value
                continue
            }
            if repeated.insert(ByteString(parameter.name)).inserted {
                members[parameter.name] = [former, value]
            } else if case .array(let values) = former {
                members[parameter.name] = .array(values + [value])
            }
        }
        return members
    }
}
