/// Iterates over the parameters of a query, which are separated by `&`; empty ones are skipped.
///
/// The `&` of a placeholder such as `{&Document}` is not a separator.
package struct QueryCursor {
    @usableFromInline var position: Int
    @usableFromInline let end: Int

    /// A parameter as ranges of byte offsets, still percent-encoded.
    package struct Parameter {
        /// The name; empty for `=value`.
        package var name: Range<Int>
        /// The value; `nil` if there is no `=`.
        package var value: Range<Int>?

        /// The whole parameter: name, equals sign and value.
        @inlinable package var whole: Range<Int> {
            name.lowerBound..<(value?.upperBound ?? name.upperBound)
        }

        @inlinable init(name: Range<Int>, value: Range<Int>? = nil) {
            self.name = name
            self.value = value
        }
    }

    @inlinable
    package init(_ query: Range<Int>?) {
        position = query?.lowerBound ?? 0
        end = query?.upperBound ?? 0
    }

    /// The next parameter of the text that the query is a part of; nil at the end of the query.
    @inlinable
    package mutating func next(_ url: Span<UInt8>) -> Parameter? {
        while position < end, url[position] == UInt8(ascii: "&") { position += 1 }
        guard position < end else { return nil }
        let start = position
        var equals: Int?
        while position < end {
            let byte = url[position]
            if byte == UInt8(ascii: "&"), !Placeholder.holdsAmpersand(url, at: position) { break }
            if byte == UInt8(ascii: "="), equals == nil { equals = position }
            position += 1
        }
        guard let equals else { return Parameter(name: start..<position) }
        return Parameter(name: start..<equals, value: (equals + 1)..<position)
    }
}
