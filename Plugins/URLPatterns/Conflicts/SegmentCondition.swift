import PeriluneLinks

/// What a rule asks of a segment, of the fragment or of a parameter, so that two rules can be compared.
///
/// Chains of keys are exact, except for tests with fixed text around a wildcard: two such tests may match the same text
/// although neither covers the other. Their chains are wider, and the tests themselves are compared.
struct SegmentCondition: Equatable {
    typealias Chain = MeetingIndex.Chain

    let chain: Chain
    let test: SegmentTest?

    /// No test.
    static let nothing = SegmentCondition(chain: [], test: nil)
    /// The end of the path: there is no segment.
    static let end = SegmentCondition(chain: ["end"], test: nil)

    private init(chain: Chain, test: SegmentTest?) {
        self.chain = chain
        self.test = test
    }

    /// A segment that exists, with these keys, and passes a test.
    init(_ keys: Chain, _ test: SegmentTest? = nil) {
        chain = keys + (test?.chain ?? [])
        self.test = test
    }

    /// The test of the text as a whole, if it has fixed text around a wildcard.
    var affix: AffixTest? { if case .affix(let affix)? = test { affix } else { nil } }

    /// Whether every text that meets another condition meets this one.
    func covers(_ other: Self) -> Bool {
        guard affix != nil || other.affix != nil else { return chain.covers(other.chain) }
        // One test may require a number, and the other a text.
        guard let test, let others = other.test else { return chain.covers(other.chain) }
        return test.covers(others)
    }

    /// A text that meets both, with escapes; `nil` if there is none, and empty if none is needed.
    func example(with other: Self) -> String? {
        guard affix != nil || other.affix != nil, let test, let others = other.test else {
            guard let common = chain.common(with: other.chain) else { return nil }
            guard !common.isEmpty, common != Self.end.chain else { return "" }
            return (affix ?? other.affix)?.example ?? common.example ?? "x"
        }
        return test.example(with: others)
    }
}
