public import PeriluneCore
import PeriluneLinks

/// An immutable, compiled set of link rules: all rules that a link satisfies, in order.
///
/// A rule is known by its number in `rules`. Lookups hash the event id first, because most link
/// drills have neither host nor path, then follow scheme, host and path through a trie; a
/// `name=value` is looked up as well, so that rules which differ only there cost nothing. What
/// remains of the query is a filter on the few rules that are left.
///
/// The order of the matches: higher `priority`; then the more specific rule; then the one that
/// was registered first. Rules compare part by part: with an event id before without; an exact
/// host, then a longer domain, then any; path segments from the left (literal, text around a wildcard, of which the
/// longest first, integer, number, any text, end of the path, `**`); with a scheme before without; then by parameters, of
/// which `name=text` counts 8, text around a wildcard 7, a capture 6, `name=*` 4 and `name` 2; then by the fragment.
public struct LinkRuleSet: Sendable {
    /// The rules in the order of registration.
    public let rules: [LinkRule]
    /// The indices of the rules by rank, best first.
    private let ranking: [Int]
    /// The rank of each rule; the lowest one comes first.
    let ranks: [Int]
    private let trie: SegmentTrie
    private let anyEvent: UInt32
    private let events: [Int64: UInt32]
    private let filter: QueryFilter

    /// Compiles rules.
    public init(_ rules: [LinkRule]) {
        self.rules = rules
        ranking = Self.ranking(rules)
        var ranks = Array(repeating: 0, count: rules.count)
        for (rank, rule) in ranking.enumerated() { ranks[rule] = rank }
        self.ranks = ranks
        var trie = SegmentTrie()
        var events: [Int64: UInt32] = [:]
        anyEvent = trie.addRoot()
        for rank in ranking.indices.reversed() {
            let rule = rules[ranking[rank]]
            var root = anyEvent
            if let event = rule.event {
                root = events[event] ?? trie.addRoot()
                events[event] = root
            }
            trie.insert(
                Int32(rank), from: root, rule.tests, openEnded: rule.isOpenEnded,
                queryPair: rule.indexedPair)
        }
        var filter = QueryFilter()
        for index in ranking { filter.append(rules[index]) }
        self.filter = filter
        self.trie = trie
        self.events = events
    }

    /// The numbers of all rules that a link satisfies, in order.
    public func matches(_ url: String) -> [Int] { matches(url.utf8.span) }

    /// The numbers of all rules that the bytes of a link satisfy, in order.
    ///
    /// No rule matches an invalid link. Allocates nothing where no rule does, the link is canonical as written, and it
    /// has up to eight path segments.
    public func matches(_ url: Span<UInt8>) -> [Int] {
        LinkReading.read(url) { text, parts in matches(text, parts) } ?? []
    }

    private func matches(_ url: Span<UInt8>, _ parts: LinkParts) -> [Int] {
        var scheme = SegmentList.Segment(folded: parts.scheme?.range, of: url, trie.words)
        var found = matches(url, parts, scheme)
        guard parts.mayHaveSchemeOfPage else { return ordered(found) }
        for name in LinkParts.schemesOfPages {
            scheme.word = trie.words.find(0..<name.utf8.count, in: name.utf8.span, folded: true)
            found += matches(url, parts, scheme)
        }
        return ordered(found)
    }

    private func matches(
        _ url: Span<UInt8>, _ parts: LinkParts, _ scheme: SegmentList.Segment
    ) -> [Int32] {
        var segments = SegmentList()
        segments.append(scheme)
        var host = SegmentList.Segment(folded: parts.comparedHost(url), of: url, trie.words)
        if let address = parts.mappedAddress(url) {
            host.word = trie.words.find(0..<address.utf8.count, in: address.utf8.span, folded: true)
        }
        segments.append(host)
        segments.append(
            componentsOf: parts, in: url, withHost: false, limit: max(trie.depth, 2),
            matching: .strict, words: trie.words)
        var found: [Int32] = []
        trie.collect(from: anyEvent, url, segments, parts: parts, filter, into: &found)
        if !events.isEmpty, let event = EventNumber(url, parts).value, let root = events[event] {
            trie.collect(from: root, url, segments, parts: parts, filter, into: &found)
        }
        return found
    }

    /// The values that a rule captures from a link that satisfies it.
    ///
    /// A number that does not fit 64 bits is an error (`pattern.range`).
    public func values(_ rule: Int, of url: String) throws(PeriluneError) -> Value.Members {
        try captures(rule, of: url.utf8.span).names
    }

    /// What the wildcards of a rule match in a link that satisfies it: those without a name, too.
    ///
    /// A number that does not fit 64 bits is an error (`pattern.range`).
    public func captures(_ rule: Int, of url: Span<UInt8>) throws(PeriluneError) -> Captures {
        try LinkReading.read(url) { text, parts throws(PeriluneError) in
            try rules[rule].captures(text, parts)
        } ?? Captures()
    }

    private func ordered(_ ranks: [Int32]) -> [Int] {
        if ranks.isEmpty { return [] }
        var result: [Int] = []
        result.reserveCapacity(ranks.count)
        var last: Int32?
        // A repeated parameter leads to its rule more than once.
        for rank in ranks.sorted() where rank != last {
            result.append(ranking[Int(rank)])
            last = rank
        }
        return result
    }

    private static func ranking(_ rules: [LinkRule]) -> [Int] {
        let specificities = rules.map(\.specificity)
        return rules.indices.sorted { left, right in
            if rules[left].priority != rules[right].priority {
                return rules[left].priority > rules[right].priority
            }
            let (one, other) = (specificities[left], specificities[right])
            return one == other ? left < right : other.lexicographicallyPrecedes(one)
        }
    }
}
