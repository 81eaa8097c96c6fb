// Searches for a text in a text, and for bytes in bytes. The standard library has them in the module of
// regular expressions: a binary that calls one of them carries the whole engine, 1.2 MB. These have the same
// names and parameters, and win where PeriluneCore is imported; BinaryTests fails where one is called after all.

extension StringProtocol {
    /// Whether a text occurs in this one; the empty one does.
    package func contains(_ other: String) -> Bool { firstRange(of: other) != nil }
}

extension BidirectionalCollection where Element: Comparable {
    /// Whether the elements of another collection occur in this one, in a row.
    @inlinable
    package func contains<Other: Collection>(_ other: Other) -> Bool
    where Other.Element == Element { firstRange(of: other) != nil }

    /// Where the elements of another collection occur first, in a row; `nil` where they do not.
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
    /// A copy with another text in each place where a text occurs; `other` is not empty.
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
