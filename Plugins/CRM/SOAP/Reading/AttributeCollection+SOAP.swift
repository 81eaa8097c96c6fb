import PeriluneCore
import PeriluneXML

extension AttributeCollection {
    /// The maximum number of pairs, which is more than any table has columns.
    private static let limit = 4096

    /// Reads pairs of `key` and `value`; a repeated key is an error.
    init(soap element: XMLElement) throws(PeriluneError) {
        var types = SOAPTypes()
        try self.init(soap: element, &types)
    }

    /// Reads pairs of `key` and `value`; a repeated key is an error.
    ///
    /// In the attributes of a record, the mobile SDK for iOS writes a party list as an array.
    init(
        soap element: XMLElement, partyLists: Bool = false, _ types: inout SOAPTypes
    ) throws(PeriluneError) {
        self.init()
        // A search through the pairs is faster than hashing while they are few.
        var seen: Set<String> = []
        for pair in element.elements {
            let (key, content) = try pair.pair()
            let name = key.text
            let isNew = count < 64 ? !contains(name) : seen.insert(name).inserted
            guard isNew else { throw pair.error("soap.pair", "duplicate key \(name)") }
            guard count < Self.limit else {
                throw pair.error("soap.pair", "the collection has more than \(Self.limit) pairs")
            }
            var value = try CRMValue(soap: content, &types)
            if partyLists, case .entityArray(let entities) = value {
                value = .entities(EntityCollection(entities))
            }
            append(name, value)
            if count == 64 { seen = Set(keys) }
        }
    }
}

extension XMLElement {
    /// The key and the value of any of the service's pairs.
    func pair() throws(PeriluneError) -> (key: XMLElement, value: XMLElement) {
        (try required("key"), try required("value"))
    }
}
