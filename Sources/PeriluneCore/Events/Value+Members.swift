extension Value {
    /// The members of an object, in order; names are unique.
    ///
    /// In an object with many members, they are found by hash, so that building one takes linear time.
    public struct Members: Sendable {
        /// Name and value, in order.
        public private(set) var pairs: [Member]
        private var index = NameIndex()

        /// One member of an object.
        public struct Member: Hashable, Sendable {
            /// The name of the member.
            public var name: String
            /// The value of the member.
            public var value: Value

            /// Whether name and value are the same; names are compared byte by byte.
            public static func == (one: Member, other: Member) -> Bool {
                one.name.hasSameBytes(as: other.name) && one.value == other.value
            }
        }

        /// An object without members.
        public init() { pairs = [] }

        /// Creates an object with these members.
        ///
        /// If a name is repeated, its last value is kept, at the position of the first.
        public init(_ members: [(String, Value)]) {
            pairs = []
            pairs.reserveCapacity(members.count)
            for (name, value) in members { self[name] = value }
        }

        /// The value of a member; setting `nil` removes it.
        public subscript(name: String) -> Value? {
            get { place(of: name).map { pairs[$0].value } }
            set {
                guard let newValue else { return remove(name) }
                if let place = place(of: name) {
                    pairs[place].value = newValue
                } else {
                    append(name, newValue)
                }
            }
        }

        /// Adds a member whose name the object does not have.
        package mutating func append(_ name: String, _ value: Value) {
            index.prepare(count: pairs.count) { pairs[$0].name }
            index.insert(name, at: pairs.count)
            pairs.append(Member(name: name, value: value))
        }

        /// Makes room for this many members.
        package mutating func reserveCapacity(_ count: Int) { pairs.reserveCapacity(count) }

        private func place(of name: String) -> Int? {
            index.place(of: name) {
                for place in pairs.indices where pairs[place].name.hasSameBytes(as: name) {
                    return place
                }
                return nil
            }
        }

        private mutating func remove(_ name: String) {
            guard let place = place(of: name) else { return }
            pairs.remove(at: place)
            index.forget()
        }
    }
}

extension Value.Members: Hashable {
    /// Two objects are equal if they have the same members in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.pairs == right.pairs }

    /// Hashes the members in order.
    public func hash(into hasher: inout Hasher) { hasher.combine(pairs) }
}

extension Value.Members: ExpressibleByDictionaryLiteral {
    /// An object with these members, as ``init(_:)`` makes it.
    public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}
