/// An event that the app or the Web server is known to understand.
///
/// One number can have several definitions: 3997 shows reports on iOS and subscriptions on Android.
public struct EventDefinition: Hashable, Sendable {
    /// The number, the value of `evt`.
    public let number: Int64
    /// The name of the event, in two or three words.
    public let name: String
    /// The platforms on which this definition is valid.
    public let platforms: Platforms
    /// The effect, in one line.
    public let effect: String
    /// The parameters of the event itself, without the common ones.
    public let parameters: [ParameterDefinition]
    /// The parameters with the common ones.
    let allParameters: ParameterTable
    /// Groups of names; of every group one parameter must be there.
    public let required: [[String]]
    /// Whether parameters that are not listed are part of the event.
    public let takesAnyParameter: Bool
    /// The reliability of this information.
    public let source: Source

    /// The reliability of information, from best to worst.
    public enum Source: String, Hashable, Sendable {
        /// From the vendor's manual.
        case manual
        /// The vendor's interface declares the number; parameters and effect may be missing.
        case interface
        /// Links in the wild show it.
        case observed
        /// Concluded from other facts.
        case inferred
    }

    init(
        _ number: Int64, _ name: String, _ platforms: Platforms, _ source: Source,
        _ effect: String, _ parameters: [ParameterDefinition] = [], required: [[String]] = [],
        takesAnyParameter: Bool = false
    ) {
        self.number = number
        self.name = name
        self.platforms = platforms
        self.source = source
        self.effect = effect
        self.parameters = parameters
        allParameters = ParameterTable(parameters + CommonParameters.base)
        self.required = required
        self.takesAnyParameter = takesAnyParameter
    }
}
