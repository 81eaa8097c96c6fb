public import PeriluneCore

/// A parameter of an event, checked against what is known of it.
public struct ResolvedParameter: Hashable, Sendable {
    /// The parameter as in the link.
    public let parameter: LinkParameter
    /// What is known of it; `nil` for a parameter that is not in the catalogue.
    public let definition: ParameterDefinition?
    /// The typed value if the text is valid for the type, else the decoded text.
    public let value: Value
    /// Whether the text is valid for the type.
    public let state: State

    /// Whether a parameter's text is valid for its type.
    public enum State: String, Hashable, Sendable {
        /// The value has its type.
        case typed
        /// The value holds a placeholder that was not filled in.
        case macro
        /// The value is not valid for its type.
        case invalid
        /// The parameter is unknown.
        case free
    }

    /// The name as the catalogue spells it, or as the link does.
    public var name: String { definition?.name ?? parameter.name }

    /// Whether the value must not be shown.
    public var isSecret: Bool { Redaction.isSecretParameter(parameter.name) }
}
