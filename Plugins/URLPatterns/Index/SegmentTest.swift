/// The test of one level of the index.
enum SegmentTest: Hashable, Sendable {
    /// The decoded segment is this text.
    case literal(String)
    /// The decoded segment has at least this shape.
    case shape(TextShape)
    /// The host ends with this text, after a dot.
    case hostSuffix(String)
    /// The decoded segment has fixed text around a wildcard.
    case affix(AffixTest)

    /// A test that everything passes.
    static var any: SegmentTest { .shape(.text) }
}

extension SegmentTest {
    /// The narrower test the higher; the order agrees with inclusion.
    var specificity: Int {
        switch self {
        case .literal: .max / 2
        case .affix(let affix): 8 + 4 * affix.length + Int(affix.shape.rawValue)
        case .hostSuffix: 4
        case .shape(let shape): Int(shape.rawValue)
        }
    }
}

extension URLPattern {
    /// The levels of the index that the pattern passes through: the scheme, then its components.
    ///
    /// The compatible mode lets every text pass a literal and every digit pass a number.
    var tests: [SegmentTest] {
        let first: SegmentTest = scheme.map { .literal($0) } ?? .any
        return [first] + components.map { matching.test($0.kind) }
    }
}

extension URLPattern.Matching {
    func test(_ kind: URLPattern.Component.Kind) -> SegmentTest {
        switch (self, kind) {
        case (.strict, .literal(let text)): .literal(text)
        case (.strict, .integer): .shape(.integer)
        case (.strict, .float): .shape(.float)
        case (.compatible, .integer), (.compatible, .float): .shape(.digits)
        case (_, .string), (.compatible, .literal): .any
        }
    }
}
