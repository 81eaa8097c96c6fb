// Searches for a string in a string, and for bytes in bytes. The standard library has these functions in the module
// for regular expressions: a binary that calls one of them links the whole engine, 1.2 MB. These have the same names
// and parameters and take precedence where PeriluneCore is imported; BinaryTests fails if the others are called.

extension StringProtocol {
    /// Whether another string occurs in this one; the empty string always does.
    package func contains(_ other: String) -> Bool { firstRange(of: other) != nil }
}

extension BidirectionalCollection where Element: Comparable {
    /// Whether the elements of another collection occur in this one, consecutively.
    @inlinable
    package func contains<Other: Collection>(_ other: Other) -> Bool
    where Other.Element == Element { firstRange(of: other) != nil }

    /// The range of the first consecutive occurrence of another collection; `nil` if there is none.
    @inlinable
    package func firstRange<Other: Collection>(of other: Other) -> Range<Index>?
    where Other.Element == Element {
        var start = startIndex
        while true {
            var end = start
            var index = other.startIndex
            while index != other.endIndex, end != endIndex, self[end] == other[index] {
                formIndex(after: &end)
                other.formIndex(after: &index)
            }
            if index == other.endIndex { return start..<end }
            if end == endIndex { return nil }
            formIndex(after: &start)
        }
    }
}

extension String {
    /// A copy with every occurrence of `other` replaced; `other` must not be empty.
    package func replacing(_ other: String, with replacement: String) -> String {
        var copy = ""
        var rest = self[...]
        while let range = rest.firstRange(of: other), !range.isEmpty {
            copy += rest[..<range.lowerBound] + replacement
            rest = rest[range.upperBound...]
        }
        return copy + rest
    }
}
