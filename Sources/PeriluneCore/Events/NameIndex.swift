/// An index of the names in a list, so that building the list takes linear time.
///
/// A short list has no index, because comparing its names one by one is faster.
package struct NameIndex: Sendable {
    private static let few = 16
    private var places: [ByteString: Int]?

    package init() {}

    /// The place of a name, from the index, or from `search` if there is no index.
    package func place(of name: String, _ search: () -> Int?) -> Int? {
        if let places { return places[ByteString(name)] }
        return search()
    }

    /// Builds the index from the names of the list, if it has enough of them.
    ///
    /// Call it before the list changes.
    package mutating func prepare(count: Int, _ name: (Int) -> String) {
        guard places == nil, count >= Self.few else { return }
        var places: [ByteString: Int] = [:]
        places.reserveCapacity(2 * count)
        for place in 0..<count { places[ByteString(name(place))] = place }
        self.places = places
    }

    /// Adds a name that was appended.
    package mutating func insert(_ name: String, at place: Int) {
        places?[ByteString(name)] = place
    }

    /// Drops the index because positions in the list have changed.
    package mutating func forget() { places = nil }
}
