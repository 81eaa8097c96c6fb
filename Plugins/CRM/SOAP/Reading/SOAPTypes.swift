import PeriluneCore
import PeriluneXML

/// The types that the values of a list have named so far: few, and the same in each record.
struct SOAPTypes {
    private struct Entry {
        let text: String
        let namespace: String
        let name: SOAPTypeName
        /// The namespaces in scope of the last element with this type.
        var scope: ObjectIdentifier?
    }

    /// More than a list of records has, but not as many as a document can name.
    private static let limit = 32

    private var entries: [Entry] = []

    /// What the `i:type` of an element stands for.
    mutating func name(_ text: String, of element: XMLElement) throws(PeriluneError) -> SOAPTypeName
    {
        let scope = element.scope.map(ObjectIdentifier.init)
        for index in entries.indices
        where entries[index].scope == scope && entries[index].text == text {
            return entries[index].name
        }
        guard let resolved = element.resolve(text) else {
            throw element.error("soap.type", "the prefix of the type \(text) is not declared")
        }
        let found = entries.firstIndex { $0.text == text && $0.namespace == resolved.namespace }
        if let found {
            entries[found].scope = scope
            return entries[found].name
        }
        guard let name = SOAPTypeName.byName[resolved.name],
            SOAPTypeName.namespaces.contains(resolved.namespace)
        else {
            throw element.error("soap.type", "unknown type \(resolved.name)")
        }
        if entries.count < Self.limit {
            entries.append(
                Entry(text: text, namespace: resolved.namespace, name: name, scope: scope))
        }
        return name
    }
}
