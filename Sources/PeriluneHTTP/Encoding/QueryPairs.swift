/// The name-value pairs of a query or form, decoded, in order.
package struct QueryPairs: Sendable {
    /// The pairs in the order of the query; a name may occur several times.
    package let pairs: [(name: String, value: String)]

    /// Parses a query; `nil` if it is not encoded correctly or has more than `most` pairs.
    ///
    /// A name without `=` has an empty value; empty pairs (`a=1&&b=2`) are ignored.
    package init?(_ query: some StringProtocol, most: Int = 1000) {
        var pairs: [(name: String, value: String)] = []
        for piece in query.utf8.split(separator: UInt8(ascii: "&")) {
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            guard pairs.count < most,
                let decodedName = PercentEncoding.decode(name, plusIsSpace: true),
                let value = PercentEncoding.decode(
                    piece[name.endIndex...].dropFirst(), plusIsSpace: true)
            else { return nil }
            pairs.append((decodedName, value))
        }
        self.pairs = pairs
    }

    /// The first value of a name.
    package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }
}
