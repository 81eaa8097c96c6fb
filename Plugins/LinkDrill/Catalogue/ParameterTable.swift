import PeriluneCore
import Synchronization

/// The parameters that an event takes, found by the name that a link writes.
final class ParameterTable: Sendable {
    /// The result of looking up a name.
    enum Match {
        /// The name or an alias of a parameter.
        case known(ParameterDefinition)
        /// The manual prints it by mistake.
        case misprint(ParameterDefinition)
        /// A parameter's name in other letters, upper or lower case.
        case similar(ParameterDefinition)
        case unknown
    }

    /// The event's own parameters first.
    let definitions: [ParameterDefinition]
    /// Created at first use: a link has only one or two of the catalogue's many events.
    private let index = Mutex<Index?>(nil)

    init(_ definitions: [ParameterDefinition]) { self.definitions = definitions }

    /// The parameter with a name.
    subscript(name: String) -> Match {
        index.withLock { index in
            let made = index ?? Index(definitions)
            index = made
            if let position = made.names[ByteString(name)] { return .known(definitions[position]) }
            if let position = made.misprints[ByteString(name)] {
                return .misprint(definitions[position])
            }
            if let position = made.lowercased[name.lowercased()] {
                return .similar(definitions[position])
            }
            return .unknown
        }
    }

    /// The indices of definitions by spelling; links are compared byte by byte, as rules compare them.
    private struct Index {
        var names: [ByteString: Int] = [:]
        var misprints: [ByteString: Int] = [:]
        var lowercased: [String: Int] = [:]

        init(_ definitions: [ParameterDefinition]) {
            for (position, definition) in definitions.enumerated() {
                let name = ByteString(definition.name)
                if names[name] == nil { names[name] = position }
                let folded = definition.name.lowercased()
                if lowercased[folded] == nil { lowercased[folded] = position }
                if let misprint = definition.misprint.map(ByteString.init),
                    misprints[misprint] == nil
                {
                    misprints[misprint] = position
                }
            }
            for (position, definition) in definitions.enumerated() {
                for alias in definition.aliases.map(ByteString.init) where names[alias] == nil {
                    names[alias] = position
                }
            }
        }
    }
}

extension ParameterTable: Hashable {
    static func == (one: ParameterTable, other: ParameterTable) -> Bool {
        one === other || one.definitions == other.definitions
    }

    func hash(into hasher: inout Hasher) { hasher.combine(definitions) }
}
