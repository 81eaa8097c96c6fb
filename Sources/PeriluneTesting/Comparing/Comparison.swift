package import PeriluneCore

/// Compares results with expectations.
package struct Comparison {
    /// How members that the case does not mention are treated.
    package enum Strictness: Sendable {
        /// Objects must have exactly the expected members.
        case whole
        /// Objects may have additional members.
        case partly
    }

    private let strictness: Strictness
    /// The path of the values that are being compared.
    private var path: [Difference.Step]
    private var differences: [Difference] = []

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
        var comparison = Comparison(strictness: strictness, path: path)
        comparison.compare(expected, found)
        return comparison.differences
    }

    private init(strictness: Strictness, path: [Difference.Step]) {
        self.strictness = strictness
        self.path = path
    }

    private mutating func compare(_ expected: Value, _ found: Value) {
        if let matcher = Matcher(expected) {
            if !matcher.accepts(found) { add(expected: matcher.description, found: found.shown) }
        } else if let expected = expected.elements, let found = found.elements {
            compare(expected, found)
        } else if case .object(let expected) = expected, case .object(let found) = found {
            compare(expected, found)
        } else if !Self.same(expected, found) {
            add(expected: expected.shown, found: found.shown)
        }
    }

    private mutating func compare(_ expected: Value.Members, _ found: Value.Members) {
        for member in expected.pairs {
            path.append(.name(member.name))
            if let value = found[member.name] {
                compare(member.value, value)
            } else if Matcher(member.value)?.acceptsNothing != true {
                add(expected: Matcher(member.value)?.description ?? member.value.shown)
            }
            path.removeLast()
        }
        guard strictness == .whole else { return }
        for member in found.pairs where expected[member.name] == nil {
            path.append(.name(member.name))
            add(found: member.value.shown)
            path.removeLast()
        }
    }

    private mutating func compare(_ expected: [Value], _ found: [Value]) {
        guard expected.count == found.count else {
            let count = "expected \(Counted(expected.count, "value")), found \(found.count)"
            return add(
                message: count, expected: Value.array(expected).shown,
                found: Value.array(found).shown)
        }
        for index in expected.indices {
            path.append(.element(index + 1))
            compare(expected[index], found[index])
            path.removeLast()
        }
    }

    private mutating func add(
        message: String? = nil, expected: String? = nil, found: String? = nil
    ) {
        differences.append(Difference(path, message: message, expected: expected, found: found))
    }

    /// Whether two scalars are equal; 2 and 2.0 are, because Lua does not distinguish them.
    private static func same(_ one: Value, _ other: Value) -> Bool {
        switch (one, other) {
        case (.integer(let one), .number(let other)), (.number(let other), .integer(let one)):
            Int64(exactly: other) == one
        default: one == other
        }
    }
}

extension Value {
    /// The elements of a list; an empty object counts as an empty list, because Lua has one kind of table.
    package var elements: [Value]? {
        if case .object(let members) = self, members.pairs.isEmpty { return [] }
        return array
    }

    /// The value as JSON with secrets masked, shortened for a failure message.
    package var shown: String {
        let text = Redaction.redact(self).json
        guard text.utf8.count > 600 else { return text }
        return "\(text.prefix(600))… (\(text.utf8.count) bytes)"
    }
}
