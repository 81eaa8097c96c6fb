/// A parameter that an event is known to take.
public struct ParameterDefinition: Hashable, Sendable {
    /// The name, in the case in which links write it.
    public let name: String
    /// What its value must look like.
    public let type: ParameterType
    /// What it does.
    public let meaning: String
    /// Other spellings that mean the same and are just as good.
    public let aliases: [String]
    /// A spelling that the manual prints by mistake; accepted with a warning.
    public let misprint: String?
    /// Whether the value says what the event acts on.
    public let isTarget: Bool

    init(
        _ name: String, _ type: ParameterType, _ meaning: String, aliases: [String] = [],
        misprint: String? = nil, isTarget: Bool = false
    ) {
        self.name = name
        self.type = type
        self.meaning = meaning
        self.aliases = aliases
        self.misprint = misprint
        self.isTarget = isTarget
    }
}
