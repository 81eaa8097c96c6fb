import PeriluneLinks

/// The conditions on port and query of all rules of a set in flat arrays, by rank.
///
/// A lookup reads them without touching a reference count, which many threads would share.
struct QueryFilter: Sendable {
    private struct Condition: Sendable {
        enum Kind: Sendable { case present, anyValue, equals, shape(TextShape), affix(TextShape) }
        var kind: Kind
        /// The decoded name and, after it, the decoded value in `bytes`; of an affix, what comes first.
        var name: Range<Int32>
        var value: Range<Int32>
        /// The end of an affix.
        var suffix: Range<Int32>
    }

    /// The conditions of one rank.
    private struct Entry: Sendable {
        /// -1 for any port.
        var port: Int32
        var conditions: Range<Int32>
        /// The same for links in which a `+` is a space.
        var webConditions: Range<Int32>
    }

    private var conditions: [Condition] = []
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// Adds the conditions of the next rank.
    mutating func append(_ rule: LinkRule) {
        let own = append(rule.query)
        let onWeb = rule.webQuery == rule.query ? own : append(rule.webQuery)
        entries.append(
            Entry(port: rule.port.map { Int32($0) } ?? -1, conditions: own, webConditions: onWeb))
    }

    private mutating func append(_ parameters: [LinkRule.Parameter]) -> Range<Int32> {
        let start = Int32(conditions.count)
        for parameter in parameters {
            let name = append(parameter.name)
            var value: Range<Int32> = 0..<0
            var suffix: Range<Int32> = 0..<0
            let kind: Condition.Kind
            switch parameter.condition {
            case .present: kind = .present
            case .anyValue: kind = .anyValue
            case .equals(let text):
                kind = .equals
                value = append(text)
            case .capture(let capture):
                kind = .shape(capture.type.shape)
            case .affix(let affix):
                kind = .affix(affix.test.shape)
                value = append(affix.prefix)
                suffix = append(affix.suffix)
            }
            conditions.append(Condition(kind: kind, name: name, value: value, suffix: suffix))
        }
        return start..<Int32(conditions.count)
    }

    /// Whether port and query of a link satisfy all conditions of a rank.
    func accepts(_ rank: Int32, _ url: Span<UInt8>, _ parts: LinkParts) -> Bool {
        let entry = entries[Int(rank)]
        if entry.port >= 0, parts.port.map({ Int32($0) }) != entry.port { return false }
        let range = parts.plusIsSpace ? entry.webConditions : entry.conditions
        for index in Int(range.lowerBound)..<Int(range.upperBound) {
            guard isSatisfied(index, url, parts) else { return false }
        }
        return true
    }

    private func isSatisfied(_ index: Int, _ url: Span<UInt8>, _ parts: LinkParts) -> Bool {
        let condition = conditions[index]
        let plusIsSpace = parts.plusIsSpace
        var cursor = QueryCursor(parts.query?.range)
        while let parameter = cursor.next(url) {
            guard equals(condition.name, url, parameter.name, plusIsSpace) else { continue }
            switch (condition.kind, parameter.value) {
            case (.present, _), (.anyValue, .some): return true
            case (.equals, let value?):
                if equals(condition.value, url, value, plusIsSpace) { return true }
            case (.shape(let shape), let value?):
                if shape == .text || TextShape(strict: url, value) >= shape { return true }
            case (.affix(let shape), let value?):
                let texts = bytes.span
                let middle = url.between(
                    texts.extracting(condition.value.whole),
                    texts.extracting(condition.suffix.whole),
                    in: value, plusIsSpace: plusIsSpace)
                if let middle, shape == .text || TextShape(strict: url, middle) >= shape {
                    return true
                }
            case (_, nil): continue
            }
        }
        return false
    }

    private func equals(
        _ text: Range<Int32>, _ url: Span<UInt8>, _ range: Range<Int>, _ plusIsSpace: Bool
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
