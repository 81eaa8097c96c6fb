import PeriluneLinks

/// The prefixes and suffixes that rules have in one part of links, such as the first segment, as keys of two
/// ``MeetingIndex``es.
///
/// Two tests can match the same text only if one prefix begins with the other, and one suffix ends with the other.
struct AffixKeys {
    private let part: (LinkRuleChains) -> SegmentCondition
    private var prefixes: [Int: Set<String>] = [:]
    private var suffixes: [Int: Set<String>] = [:]

    /// `nil` if no rule has fixed text around a wildcard there.
    init?(_ rules: [LinkRuleChains], _ part: @escaping (LinkRuleChains) -> SegmentCondition) {
        self.part = part
        for affix in rules.lazy.compactMap({ part($0).affix }) {
            let (prefix, suffix) = (Self.key(affix.prefix), Self.reversed(Self.key(affix.suffix)))
            prefixes[prefix.utf8.count, default: []].insert(prefix)
            suffixes[suffix.utf8.count, default: []].insert(suffix)
        }
        if prefixes.isEmpty { return nil }
    }

    /// The chains of a rule: a list for the beginning and one for the end.
    func chains(of rule: LinkRuleChains?) -> [[MeetingIndex.Chain]] {
        switch rule.flatMap({ part($0).test }) {
        case .affix(let affix):
            [
                [Self.chain(Self.key(affix.prefix), prefixes)],
                [Self.chain(Self.reversed(Self.key(affix.suffix)), suffixes)],
            ]
        case .literal(let text):
            [
                [Self.chain(Self.key(text), prefixes) + ["=" + Self.key(text)]],
                [Self.chain(Self.reversed(Self.key(text)), suffixes) + ["=" + Self.key(text)]],
            ]
        default: [[[]], [[]]]
        }
    }

    /// The keys with which a text begins, the shortest first.
    private static func chain(
        _ text: String, _ keys: [Int: Set<String>]
    ) -> MeetingIndex.Chain {
        keys.keys.sorted().compactMap { length in
            let beginning = String(text.prefix(length))
            return length > 0 && keys[length]?.contains(beginning) == true ? beginning : nil
        }
    }

    /// The key as ASCII, since equal strings need not have equal bytes.
    private static func key(_ text: String) -> String { PercentEscapes.encode(text) }

    private static func reversed(_ text: String) -> String { String(text.reversed()) }
}
