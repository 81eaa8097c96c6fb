public import PeriluneCore
import PeriluneLinks

/// An immutable, compiled set of URL patterns with one result per URL, however many patterns it has.
///
/// To change patterns, build a new set, check its conflicts, then replace the old one.
public struct PatternSet: Sendable {
    /// The patterns in the order of registration.
    public let patterns: [URLPattern]
    /// Decides which of several matching patterns wins.
    public let policy: Policy
    /// How strictly patterns are compared; the same for all.
    public let matching: URLPattern.Matching
    /// The numbers of the patterns, the winner over all others first.
    let ranking: [Int]
    private let trie: SegmentTrie
    private let root: UInt32
    private let comparesSchemes: Bool

    /// Decides which of several patterns that match a URL wins.
    public enum Policy: String, CaseIterable, Hashable, Sendable {
        /// The pattern that was registered first, as in CCFURLResponder.
        case firstRegistered = "first"
        /// The higher priority; then the more specific pattern, compared component by component
        /// from the left (literal, integer, float, string), then with a scheme before without;
        /// then the one that was registered first.
        case mostSpecific = "most-specific"
    }

    /// Compiles patterns; all of them must have been read with the same `Matching`.
    public init(
        _ patterns: [URLPattern], policy: Policy = .firstRegistered
    ) throws(PeriluneError) {
        let matching = patterns.first?.matching ?? .strict
        if let other = patterns.first(where: { $0.matching != matching }) {
            throw PeriluneError(
                "pattern.mixed", "A set cannot contain both strict and compatible patterns",
                at: .init(
                    file: other.place.file, line: other.place.line, sourceLine: other.text),
                hint: "register all patterns of a set with the same option")
        }
        self.patterns = patterns
        self.policy = policy
        self.matching = matching
        ranking = policy.ranking(patterns)
        comparesSchemes = patterns.contains { $0.scheme != nil }
        var trie = SegmentTrie()
        root = trie.addRoot()
        for rank in ranking.indices.reversed() {
            trie.insert(Int32(rank), from: root, patterns[ranking[rank]].tests)
        }
        self.trie = trie
    }

    /// The pattern that wins for a URL, with its values; `nil` if none matches.
    ///
    /// A value that does not fit (an integer beyond 64 bits, an infinite number) is an error,
    /// because the pattern did match: another one must not take the URL in silence.
    public func match(_ url: String) throws(PeriluneError) -> PatternMatch? {
        try match(url.utf8.span)
    }

    /// The pattern that wins for the bytes of a URL.
    ///
    /// Allocates nothing where none matches.
    public func match(_ url: Span<UInt8>) throws(PeriluneError) -> PatternMatch? {
        guard !patterns.isEmpty else { return nil }
        return try LinkReading.read(url) { text, parts throws(PeriluneError) -> PatternMatch? in
            guard let index = try winner(text, parts) else { return nil }
            let pattern = patterns[index]
            return PatternMatch(
                index: index, pattern: pattern, values: try pattern.values(text, parts))
        } ?? nil
    }

    /// The number of the pattern that wins for the bytes of a URL, without its values.
    ///
    /// Never allocates for a URL that is canonical as written and has up to nine components.
    public func winner(_ url: Span<UInt8>) throws(PeriluneError) -> Int? {
        guard !patterns.isEmpty else { return nil }
        return try LinkReading.read(url) { text, parts throws(PeriluneError) in
            try winner(text, parts)
        } ?? nil
    }

    private func winner(_ url: Span<UInt8>, _ parts: LinkParts) throws(PeriluneError) -> Int? {
        if matching == .compatible, parts.comparedHost(url) == nil {
            throw PeriluneError(
                "pattern.host", "The link has no host",
                at: .init(sourceLine: url.text(0..<url.count)),
                hint: "the mobile SDK raises an exception for it; strict matching allows it")
        }
        var segments = SegmentList()
        if comparesSchemes {
            segments.append(folded: parts.scheme?.range, of: url, trie.words)
        } else {
            segments.append(SegmentList.Segment())
        }
        segments.append(
            componentsOf: parts, in: url, withHost: true, limit: trie.depth, matching: matching,
            words: trie.words)
        // A list that was cut is longer than every pattern.
        guard !segments.isCut else { return nil }
        let rank = trie.best(from: root, segments)
        return rank == SegmentTrie.none ? nil : ranking[Int(rank)]
    }
}
