internal import PeriluneCore

/// Names and values in order: the attributes of an entity, the parameters of a request, the results of
/// a response.
public struct AttributeCollection: Hashable, Sendable, ExpressibleByDictionaryLiteral, Sequence {
    /// In the order in which they were set.
    public private(set) var pairs: [Pair]
    private var index = NameIndex()

    /// A name and its value.
    public struct Pair: Hashable, Sendable {
        /// The logical name of the attribute, or the key of the parameter: case matters.
        public var key: String
        /// The value.
        public var value: CRMValue
    }

    /// Creates an empty collection.
    public init() { pairs = [] }

    /// Creates a collection; the last value of a repeated name is used.
    public init(dictionaryLiteral elements: (String, CRMValue)...) {
        pairs = []
        for (key, value) in elements { self[key] = value }
    }

    /// Setting `nil` removes the pair; to clear an attribute in CRM set `.null`.
    public subscript(key: String) -> CRMValue? {
        get { place(of: key).map { pairs[$0].value } }
        set {
            guard let newValue else { return remove(key) }
            index.prepare(count: pairs.count) { pairs[$0].key }
            if let place = place(of: key) {
                pairs[place].value = newValue
            } else {
                append(key, newValue)
            }
        }
    }

    private func place(of key: String) -> Int? {
        index.place(of: key) { pairs.firstIndex { $0.key == key } }
    }

    private mutating func remove(_ key: String) {
        guard let place = place(of: key) else { return }
        pairs.remove(at: place)
        index.forget()
    }

    /// Adds a pair whose name is known to be new: decoders of trusted shape save the search.
    package mutating func append(_ key: String, _ value: CRMValue) {
        assert(!contains(key), "'\(key)' is there already")
        index.insert(key, at: pairs.count)
        pairs.append(Pair(key: key, value: value))
    }

    /// Reserves memory for so many pairs.
    mutating func reserveCapacity(_ count: Int) { pairs.reserveCapacity(count) }

    /// Whether there is such a name, also with `null`.
    public func contains(_ key: String) -> Bool { place(of: key) != nil }

    /// The names.
    public var keys: [String] { pairs.map(\.key) }
    /// The number of attributes.
    public var count: Int { pairs.count }
    /// Whether it is empty.
    public var isEmpty: Bool { pairs.isEmpty }

    /// In order.
    public func makeIterator() -> IndexingIterator<[Pair]> { pairs.makeIterator() }

    /// Whether both have the same pairs, in any order.
    public static func == (one: Self, other: Self) -> Bool {
        var other = other
        other.index.prepare(count: other.count) { other.pairs[$0].key }
        return one.count == other.count && one.pairs.allSatisfy { other[$0.key] == $0.value }
    }

    /// Without regard to the order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pairs.count)
        hasher.combine(pairs.reduce(0) { $0 ^ $1.hashValue })
    }
}
