import PeriluneLinks

/// The conditions on port, query and fragment of all rules of a set in flat arrays, by rank.
///
/// A lookup reads them without touching a reference count, which many threads would share.
struct QueryFilter: Sendable {
    private struct Condition: Sendable {
        enum Kind: Sendable { case present, anyValue, equals, shape(TextShape), affix(TextShape) }
        var kind: Kind
        /// The decoded name and, after it, the decoded value in `bytes`; of an affix, what comes first.
        var name: Range<Int32>
        var value: Range<Int32> = 0..<0
        /// The end of an affix.
        var suffix: Range<Int32> = 0..<0
    }

    /// The conditions of one rank.
    private struct Entry: Sendable {
        /// The position in `others`, -1 for none.
        var other: Int32
        var conditions: Range<Int32>
        /// The conditions for links in which a `+` is a space.
        var webConditions: Range<Int32>
    }

    /// Conditions that few rules have.
    private struct Other: Sendable {
        var port: UInt16?
        var fragment: Condition?
    }

    private var conditions: [Condition] = []
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var others: [Other] = []

    /// Adds the conditions of the next rank.
    mutating func append(_ rule: LinkRule) {
        let own = append(rule.query)
        let onWeb = rule.webQuery == rule.query ? own : append(rule.webQuery)
        var other: Int32 = -1
        if rule.port != nil || rule.fragment != nil {
            other = Int32(others.count)
            let fragment = rule.fragment.map { condition($0, name: 0..<0) }
            others.append(Other(port: rule.port, fragment: fragment))
        }
        entries.append(Entry(other: other, conditions: own, webConditions: onWeb))
    }

    private mutating func append(_ parameters: [LinkRule.Parameter]) -> Range<Int32> {
        let start = Int32(conditions.count)
        for parameter in parameters {
            let name = append(parameter.name)
            conditions.append(condition(parameter.condition.value, name: name))
        }
        return start..<Int32(conditions.count)
    }

    private mutating func condition(
        _ value: LinkRule.Segment?, name: Range<Int32>
    ) -> Condition {
        switch value {
        case nil: return Condition(kind: .present, name: name)
        case .any: return Condition(kind: .anyValue, name: name)
        case .literal(let text): return Condition(kind: .equals, name: name, value: append(text))
        case .capture(let capture):
            return Condition(kind: .shape(capture.type.shape), name: name)
        case .affix(let affix):
            return Condition(
                kind: .affix(affix.test.shape), name: name, value: append(affix.prefix),
                suffix: append(affix.suffix))
        }
    }

    /// Whether port, query and fragment of a link satisfy all conditions of a rank.
    func accepts(_ rank: Int32, _ url: Span<UInt8>, _ parts: LinkParts) -> Bool {
        let entry = entries[Int(rank)]
        if entry.other >= 0, !accepts(others[Int(entry.other)], url, parts) { return false }
        let range = parts.plusIsSpace ? entry.webConditions : entry.conditions
        for index in Int(range.lowerBound)..<Int(range.upperBound) {
            guard isSatisfied(index, url, parts) else { return false }
        }
        return true
    }

    private func accepts(_ other: Other, _ url: Span<UInt8>, _ parts: LinkParts) -> Bool {
        if let port = other.port, port != parts.port { return false }
        guard let condition = other.fragment else { return true }
        guard let fragment = parts.fragment?.range else { return false }
        return isSatisfied(condition, url, fragment, plusIsSpace: false)
    }

    private func isSatisfied(_ index: Int, _ url: Span<UInt8>, _ parts: LinkParts) -> Bool {
        let condition = conditions[index]
        let plusIsSpace = parts.plusIsSpace
        var cursor = QueryCursor(parts.query?.range)
        while let parameter = cursor.next(url) {
            guard
                isEqual(
                    condition.name, toDecoded: parameter.name, of: url, plusIsSpace: plusIsSpace)
            else { continue }
            guard let value = parameter.value else {
                if case .present = condition.kind { return true }
                continue
            }
            if isSatisfied(condition, url, value, plusIsSpace: plusIsSpace) { return true }
        }
        return false
    }

    /// Whether a value satisfies a condition.
    @inline(__always)
    private func isSatisfied(
        _ condition: Condition, _ url: Span<UInt8>, _ value: Range<Int>, plusIsSpace: Bool
    ) -> Bool {
        switch condition.kind {
        case .present, .anyValue: return true
        case .equals:
            return isEqual(
                condition.value, toDecoded: value, of: url, plusIsSpace: plusIsSpace)
        case .shape(let shape):
            return shape == .text || TextShape(strict: url, value) >= shape
        case .affix(let shape):
            let texts = bytes.span
            let middle = url.between(
                texts.extracting(condition.value.whole), texts.extracting(condition.suffix.whole),
                in: value, plusIsSpace: plusIsSpace)
            guard let middle else { return false }
            return shape == .text || TextShape(strict: url, middle) >= shape
        }
    }

    private func isEqual(
        _ text: Range<Int32>, toDecoded range: Range<Int>, of url: Span<UInt8>,
        plusIsSpace: Bool
    ) -> Bool {
        var position = range.lowerBound
        for index in Int(text.lowerBound)..<Int(text.upperBound) {
            guard position < range.upperBound,
                url.decodedByte(
                    at: &position, before: range.upperBound, plusIsSpace: plusIsSpace)
                    == bytes[index]
            else { return false }
        }
        return position == range.upperBound
    }

    private mutating func append(_ text: String) -> Range<Int32> {
        let start = Int32(bytes.count)
        bytes.append(contentsOf: text.utf8)
        return start..<Int32(bytes.count)
    }
}

extension Range<Int32> {
    fileprivate var whole: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
