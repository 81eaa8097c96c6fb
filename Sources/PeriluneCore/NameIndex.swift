/// Where names are in a list, so that a list of any length is made in linear time.
///
/// While there are few names, there is no index: comparing them one by one is faster.
package struct NameIndex: Sendable {
    private static let few = 16
    private var places: [String: Int]?

    package init() {}

    /// The place of a name, from the index, or as `search` finds it where there is none.
    package func place(of name: String, _ search: () -> Int?) -> Int? {
        if let places { return places[name] }
        return search()
    }

    /// Call before the list changes at `name`, with the names of the list so far.
    package mutating func prepare(count: Int, _ name: (Int) -> String) {
        guard places == nil, count >= Self.few else { return }
        var places: [String: Int] = [:]
        places.reserveCapacity(2 * count)
        for place in 0..<count { places[name(place)] = place }
        self.places = places
    }

    /// A name was appended at this place.
    package mutating func note(_ name: String, at place: Int) { places?[name] = place }

    /// The places have changed.
    package mutating func forget() { places = nil }
}
