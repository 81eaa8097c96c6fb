/// The parameters that an event takes, found by the name that a link writes.
struct ParameterTable: Hashable, Sendable {
    /// What is known of a name.
    enum Match {
        /// It is a parameter's name or alias.
        case known(ParameterDefinition)
        /// The manual prints it by mistake.
        case misprint(ParameterDefinition)
        /// A parameter's name in other letters, upper or lower case.
        case similar(ParameterDefinition)
        case unknown
    }

    /// The event's own parameters first.
    let definitions: [ParameterDefinition]
    /// By spelling, the position of a definition.
    private var names: [String: Int] = [:]
    private var misprints: [String: Int] = [:]
    private var lowercased: [String: Int] = [:]

    init(_ definitions: [ParameterDefinition]) {
        self.definitions = definitions
        for (position, definition) in definitions.enumerated() {
            if names[definition.name] == nil { names[definition.name] = position }
            let folded = definition.name.lowercased()
            if lowercased[folded] == nil { lowercased[folded] = position }
            if let misprint = definition.misprint, misprints[misprint] == nil {
                misprints[misprint] = position
            }
        }
        for (position, definition) in definitions.enumerated() {
            for alias in definition.aliases where names[alias] == nil { names[alias] = position }
        }
    }

    /// What a name stands for.
    subscript(name: String) -> Match {
        if let position = names[name] { return .known(definitions[position]) }
        if let position = misprints[name] { return .misprint(definitions[position]) }
        if let position = lowercased[name.lowercased()] { return .similar(definitions[position]) }
        return .unknown
    }
}
