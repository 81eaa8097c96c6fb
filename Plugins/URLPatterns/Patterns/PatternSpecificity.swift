extension URLPattern {
    /// Compares component by component from the left: literal, integer, float, string; then a
    /// pattern with a scheme stands before one without.
    ///
    /// Where one pattern accepts a part of what another accepts, it is the more specific one.
    func isMoreSpecific(than other: URLPattern) -> Bool? {
        let mine = specificity
        let others = other.specificity
        return mine == others ? nil : others.lexicographicallyPrecedes(mine)
    }

    private var specificity: [Int] {
        let tests = tests
        return tests.dropFirst().map(\.specificity) + [tests[0].specificity]
    }
}

extension PatternSet.Policy {
    /// The indices of the patterns by rank: each wins over those after it.
    func ranking(_ patterns: [URLPattern]) -> [Int] {
        switch self {
        case .firstRegistered: Array(patterns.indices)
        case .mostSpecific:
            patterns.indices.sorted { left, right in
                let (one, other) = (patterns[left], patterns[right])
                if one.priority != other.priority { return one.priority > other.priority }
                return one.isMoreSpecific(than: other) ?? (left < right)
            }
        }
    }
}
