/// For one level of patterns with equally many levels: who meets which test, as bit sets.
struct LevelBits {
    /// Typed tests that accept a literal of this shape.
    private var accepting: [TextShape: [UInt64]] = [:]
    /// Everything that meets a test for this shape: all typed tests, and fitting literals.
    private var meeting: [TextShape: [UInt64]] = [:]
    /// Who has this literal.
    ///
    /// Bytes, because equal strings need not have equal bytes.
    private var holders: [[UInt8]: [Int]] = [:]

    private static let shapes: [TextShape] = [.text, .digits, .float, .integer]

    init(_ tests: [SegmentTest]) {
        let empty = [UInt64](repeating: 0, count: tests.count / 64 + 1)
        for shape in Self.shapes {
            var accepting = empty
            var meeting = empty
            for (position, test) in tests.enumerated() {
                let bit: UInt64 = 1 << UInt64(position % 64)
                switch test {
                case .shape(let other):
                    meeting[position / 64] |= bit
                    if other <= shape { accepting[position / 64] |= bit }
                case .literal(let text), .hostSuffix(let text):
                    if TextShape(strict: text) >= shape { meeting[position / 64] |= bit }
                }
            }
            self.accepting[shape] = accepting
            self.meeting[shape] = meeting
        }
        for (position, test) in tests.enumerated() {
            if case .literal(let text) = test {
                holders[Array(text.utf8), default: []].append(position)
            }
        }
    }

    /// Keeps the bits of those that meet the test; the row may be shorter than the bit sets.
    func intersect(_ row: inout [UInt64], _ test: SegmentTest) {
        switch test {
        case .shape(let shape):
            guard let mask = meeting[shape] else { return }
            for word in row.indices { row[word] &= mask[word] }
        case .literal(let text), .hostSuffix(let text):
            guard var mask = accepting[TextShape(strict: text)] else { return }
            for position in holders[Array(text.utf8)] ?? [] where position / 64 < row.count {
                mask[position / 64] |= 1 << UInt64(position % 64)
            }
            for word in row.indices { row[word] &= mask[word] }
        }
    }
}
