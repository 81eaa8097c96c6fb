import PeriluneLinks

/// The query conditions of all rules of a set in flat arrays, by rank.
///
/// A lookup reads them without touching a reference count, which many threads would share.
struct QueryFilter: Sendable {
    private struct Condition: Sendable {
        enum Kind: Sendable { case present, anyValue, equals, shape(TextShape) }
        var kind: Kind
        /// The decoded name and, after it, the decoded value in `bytes`.
        var name: Range<Int32>
        var value: Range<Int32>
    }

    private var conditions: [Condition] = []
    private var bytes: [UInt8] = []
    /// Where the conditions of a rank end; they begin where those of the rank before end.
    private var ends: [Int32] = []

    /// Adds the conditions of the next rank.
    mutating func append(_ parameters: [LinkRule.Parameter]) {
        for parameter in parameters {
            let name = append(parameter.name)
            var value: Range<Int32> = 0..<0
            let kind: Condition.Kind
            switch parameter.condition {
            case .present: kind = .present
            case .anyValue: kind = .anyValue
            case .equals(let text):
                kind = .equals
                value = append(text)
            case .capture(let capture):
                guard case .shape(let shape) = capture.type.test else { continue }
                kind = .shape(shape)
            }
            conditions.append(Condition(kind: kind, name: name, value: value))
        }
        ends.append(Int32(conditions.count))
    }

    /// Whether the query of a link satisfies all conditions of a rank.
    func accepts(_ rank: Int32, _ url: Span<UInt8>, _ query: Range<Int>?) -> Bool {
        let start = rank == 0 ? 0 : Int(ends[Int(rank) - 1])
        for index in start..<Int(ends[Int(rank)]) {
            guard isSatisfied(index, url, query) else { return false }
        }
        return true
    }

    private func isSatisfied(_ index: Int, _ url: Span<UInt8>, _ query: Range<Int>?) -> Bool {
        let condition = conditions[index]
        var cursor = QueryCursor(query)
        while let parameter = cursor.next(url) {
            guard equals(condition.name, url, parameter.name) else { continue }
            switch (condition.kind, parameter.value) {
            case (.present, _), (.anyValue, .some): return true
            case (.equals, let value?): if equals(condition.value, url, value) { return true }
            case (.shape(let shape), let value?):
                if shape == .text || TextShape(strict: url, value) >= shape { return true }
            case (_, nil): continue
            }
        }
        return false
    }

    private func equals(_ text: Range<Int32>, _ url: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        for index in Int(text.lowerBound)..<Int(text.upperBound) {
            guard position < range.upperBound,
                url.decodedByte(at: &position, before: range.upperBound) == bytes[index]
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
