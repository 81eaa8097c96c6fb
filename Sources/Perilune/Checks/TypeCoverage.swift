package import PeriluneCore

extension TypePattern {
    /// Whether every type that another pattern matches is matched by this one.
    package func covers(_ other: TypePattern) -> Bool {
        Self.covers(Self.parts(self)[...], Self.parts(other)[...])
    }

    private static func parts(_ pattern: TypePattern) -> [Substring] {
        pattern.description.split(separator: ".", omittingEmptySubsequences: false)
    }

    /// A star takes one part or more; a star of the other side is something that only a star takes.
    private static func covers(_ one: ArraySlice<Substring>, _ other: ArraySlice<Substring>) -> Bool
    {
        // Row by row of which beginnings cover which: nested calls would take their power.
        var row = [Bool](repeating: false, count: other.count + 1)
        row[0] = true
        for part in one {
            var next = [Bool](repeating: false, count: other.count + 1)
            for (index, wanted) in other.enumerated() {
                if part == "*" {
                    next[index + 1] = row[index] || next[index]
                } else {
                    next[index + 1] = row[index] && part == wanted
                }
            }
            row = next
        }
        return row[other.count]
    }
}
