/// Walks over the parameters of a query, split at `&`; empty ones are left out.
package struct QueryCursor {
    private var position: Int
    private let end: Int

    package struct Parameter {
        package var name: Range<Int>
        /// `nil` where there is no `=`.
        package var value: Range<Int>?
        package var whole: Range<Int> { name.lowerBound..<(value?.upperBound ?? name.upperBound) }
    }

    package init(_ query: Range<Int>?) {
        position = query?.lowerBound ?? 0
        end = query?.upperBound ?? 0
    }

    package mutating func next(_ url: Span<UInt8>) -> Parameter? {
        while position < end, url[position] == UInt8(ascii: "&") { position += 1 }
        guard position < end else { return nil }
        let start = position
        var equals: Int?
        while position < end, url[position] != UInt8(ascii: "&") {
            if equals == nil, url[position] == UInt8(ascii: "=") { equals = position }
            position += 1
        }
        guard let equals else { return Parameter(name: start..<position) }
        return Parameter(name: start..<equals, value: (equals + 1)..<position)
    }
}
