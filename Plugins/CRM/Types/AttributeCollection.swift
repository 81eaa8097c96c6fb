/// Names and values in order: the attributes of an entity, the parameters of a request, the results of
/// a response.
public struct AttributeCollection: Hashable, Sendable, ExpressibleByDictionaryLiteral, Sequence {
    /// In the order in which they were set.
    public private(set) var pairs: [Pair]

    /// A name and its value.
    public struct Pair: Hashable, Sendable {
        /// The logical name of the attribute, or the key of the parameter: case matters.
        public var key: String
        /// The value.
        public var value: CRMValue
    }

    /// Nothing.
    public init() { pairs = [] }

    /// These; of a repeated name the last value stays.
    public init(dictionaryLiteral elements: (String, CRMValue)...) {
        pairs = []
        for (key, value) in elements { self[key] = value }
    }

    /// Setting `nil` removes the pair; to clear an attribute in CRM set `.null`.
    public subscript(key: String) -> CRMValue? {
        get { pairs.first { $0.key == key }?.value }
        set {
            let index = pairs.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): pairs[index].value = value
            case (let index?, nil): pairs.remove(at: index)
            case (nil, let value?): pairs.append(Pair(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Adds a pair whose name is known to be new: decoders of trusted shape save the search.
    package mutating func append(_ key: String, _ value: CRMValue) {
        pairs.append(Pair(key: key, value: value))
    }

    /// Whether there is such a name, also with `null`.
    public func contains(_ key: String) -> Bool { pairs.contains { $0.key == key } }

    /// The names.
    public var keys: [String] { pairs.map(\.key) }
    /// How many.
    public var count: Int { pairs.count }
    /// Whether there are none.
    public var isEmpty: Bool { pairs.isEmpty }

    /// In order.
    public func makeIterator() -> IndexingIterator<[Pair]> { pairs.makeIterator() }

    /// The same pairs, whatever their order.
    public static func == (one: Self, other: Self) -> Bool {
        one.count == other.count && one.pairs.allSatisfy { other[$0.key] == $0.value }
    }

    /// Without regard to the order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pairs.count)
        hasher.combine(pairs.reduce(0) { $0 ^ $1.hashValue })
    }
}
