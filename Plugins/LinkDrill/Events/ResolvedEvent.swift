import PeriluneCore

/// An event of a link with its own parameters and their definitions.
public struct ResolvedEvent: Hashable, Sendable {
    /// The value of `evt`, decoded.
    public let text: String
    /// The number; `nil` if the value of `evt` is not a number.
    public let number: Int64?
    /// The kind of the event.
    public let kind: Kind
    /// The definition of the event.
    public let definition: EventDefinition?
    /// Its names where the link can be opened; more than one where the platforms differ.
    public let names: [String]
    /// The parameters in the order of the link, without `evt` and `evtorder`.
    public let parameters: [ResolvedParameter]
    /// Probable mistakes.
    public let warnings: [LinkWarning]

    /// The kind of an event, by its number.
    public enum Kind: String, Hashable, Sendable {
        /// An event of the catalogue.
        case known
        /// A custom event: 10000000 and above.
        case custom
        /// Any other number, or no number: the event is delivered unchanged.
        case unknown
    }

    /// The first parameter of a name, by the catalogue's spelling or the link's.
    public subscript(name: String) -> ResolvedParameter? {
        parameters.first {
            $0.name.hasSameBytes(as: name) || $0.parameter.name.hasSameBytes(as: name)
        }
    }

    /// The component and page that handle the event on the Web server.
    public var source: String? { self["src"]?.parameter.value }

    /// What the event acts on: the report, document, folder or panel.
    ///
    /// Of a repeated parameter the first one counts, as for scripts, also if it is empty.
    public var target: ResolvedParameter? {
        for index in parameters.indices
        where parameters[index].definition?.isTarget == true
            && !parameters[index].parameter.value.isEmpty
        {
            let name = parameters[index].name
            if !parameters[..<index].contains(where: { $0.name.hasSameBytes(as: name) }) {
                return parameters[index]
            }
        }
        return nil
    }

    /// Whether a refresh is answered from the server's cache; `nil` for any other event.
    ///
    /// Exactly `useCache=0` asks the warehouse. Every other text, and absence, means the cache.
    public var usesServerCache: Bool? {
        guard definition?.parameters.contains(where: { $0.name == "useCache" }) == true else {
            return nil
        }
        return self["useCache"]?.parameter.value != "0"
    }
}
