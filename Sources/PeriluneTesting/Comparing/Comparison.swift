package import PeriluneCore

/// Compares results with expectations.
package enum Comparison {
    /// How members that the case does not mention are treated.
    package enum Strictness: Sendable {
        /// Objects must have exactly the expected members.
        case whole
        /// Objects may have additional members.
        case partly
    }

    /// The differences between two values; empty if they match.
    ///
    /// - Parameters:
    ///   - expected: The expected value; may contain matchers.
    ///   - found: The actual value.
    ///   - path: The path of both values, for the differences.
    ///   - strictness: Whether additional members are allowed.
    /// - Returns: One difference per place, in order.
    package static func differences(
        _ expected: Value, in found: Value, at path: [Difference.Step], _ strictness: Strictness
    ) -> [Difference] {
        if let matcher = Matcher(expected) {
            return matcher.accepts(found)
                ? [] : [Difference(path, expected: matcher.description, found: found.shown)]
        }
        if let expected = expected.elements, let found = found.elements {
            return elements(expected, found, path, strictness)
        }
        guard case .object(let wanted) = expected, case .object(let present) = found else {
            return same(expected, found)
                ? [] : [Difference(path, expected: expected.shown, found: found.shown)]
        }
        var differences: [Difference] = []
        for member in wanted.pairs {
            let place = path + [.name(member.name)]
            if let value = present[member.name] {
                differences += self.differences(member.value, in: value, at: place, strictness)
            } else if Matcher(member.value)?.acceptsNothing != true {
                let expected = Matcher(member.value)?.description ?? member.value.shown
                differences.append(Difference(place, expected: expected))
            }
        }
        guard strictness == .whole else { return differences }
        for member in present.pairs where wanted[member.name] == nil {
            let place = path + [.name(member.name)]
            differences.append(Difference(place, found: member.value.shown))
        }
        return differences
    }

    /// Whether two scalars are equal; 2 and 2.0 are, because Lua does not distinguish them.
    private static func same(_ one: Value, _ other: Value) -> Bool {
        switch (one, other) {
        case (.integer(let one), .number(let other)), (.number(let other), .integer(let one)):
            Int64(exactly: other) == one
        default: one == other
        }
    }

    private static func elements(
        _ expected: [Value], _ found: [Value], _ path: [Difference.Step],
        _ strictness: Strictness
    ) -> [Difference] {
        guard expected.count == found.count else {
            let count = "expected \(Counted(expected.count, "value")), found \(found.count)"
            return [
                Difference(
                    path, message: count, expected: Value.array(expected).shown,
                    found: Value.array(found).shown)
            ]
        }
        return zip(expected, found).enumerated().flatMap { number, pair in
            differences(pair.0, in: pair.1, at: path + [.element(number + 1)], strictness)
        }
    }
}

extension Value {
    /// The elements of a list; an empty object counts as an empty list, because Lua has one kind of table.
    package var elements: [Value]? {
        if case .object(let members) = self, members.pairs.isEmpty { return [] }
        return array
    }

    /// The value as JSON, shortened for a failure message.
    package var shown: String {
        let text = json
        guard text.utf8.count > 600 else { return text }
        return "\(text.prefix(600))… (\(text.utf8.count) bytes)"
    }
}
