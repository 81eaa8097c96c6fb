/// A parameter that an event is known to take.
///
/// Links are resolved by the million, so a copy is one reference.
public struct ParameterDefinition: Hashable, Sendable {
    /// The name, in the case in which links write it.
    public var name: String { facts.name }
    /// The type of its value.
    public var type: ParameterType { facts.type }
    /// The effect of the parameter.
    public var meaning: String { facts.meaning }
    /// Other spellings that mean the same and are just as good.
    public var aliases: [String] { facts.aliases }
    /// A spelling that the manual prints by mistake; accepted with a warning.
    public var misprint: String? { facts.misprint }
    /// Whether the value identifies the event's target.
    public var isTarget: Bool { facts.isTarget }

    private let facts: Facts

    private final class Facts: Sendable {
        let name: String
        let type: ParameterType
        let meaning: String
        let aliases: [String]
        let misprint: String?
        let isTarget: Bool

        init(
            _ name: String, _ type: ParameterType, _ meaning: String, aliases: [String],
            misprint: String?, isTarget: Bool
        ) {
            self.name = name
            self.type = type
            self.meaning = meaning
            self.aliases = aliases
            self.misprint = misprint
            self.isTarget = isTarget
        }
    }

    init(
        _ name: String, _ type: ParameterType, _ meaning: String, aliases: [String] = [],
        misprint: String? = nil, isTarget: Bool = false
    ) {
        facts = Facts(
            name, type, meaning, aliases: aliases, misprint: misprint, isTarget: isTarget)
    }

    /// Whether two definitions have the same content.
    public static func == (left: Self, right: Self) -> Bool {
        left.facts === right.facts
            || (left.name == right.name && left.type == right.type && left.meaning == right.meaning
                && left.aliases == right.aliases && left.misprint == right.misprint
                && left.isTarget == right.isTarget)
    }

    /// Hashes the name and the type.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(type)
    }
}
