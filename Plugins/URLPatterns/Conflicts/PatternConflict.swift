/// Two patterns of a set that some URL matches both of.
public struct PatternConflict: Hashable, Sendable {
    /// The relation of the two patterns.
    public let relation: Relation
    /// The pattern that was registered first; its `place` says where.
    public let first: URLPattern
    /// The pattern that was registered later; its `place` says where.
    public let second: URLPattern
    /// The number of `first` in the set.
    public let firstIndex: Int
    /// The number of `second` in the set.
    public let secondIndex: Int
    /// The index of the pattern that wins if both match.
    public let winnerIndex: Int
    /// Whether every URL of the winner also matches the loser, in an overlapping pair.
    ///
    /// The winner then is a special case of the loser, and correctly comes first.
    public let isRefinement: Bool
    /// A URL that both match.
    public let example: String

    /// The relations of two patterns, worst first.
    public enum Relation: String, Hashable, Sendable, CaseIterable {
        /// Both match the same URLs, so the loser never wins.
        case duplicate
        /// The winner matches every URL of the loser and more: the loser can never win.
        case shadowed
        /// Both match some URLs, and each can win for others.
        case overlapping
    }
}

/// All conflicts of a set of patterns, as data.
///
/// Because a set is only ever covered by one other pattern as a whole (a type accepts more texts
/// than any number of literals and narrower types), the losers of `duplicate` and `shadowed`
/// pairs are exactly the patterns that no URL can reach.
public struct ConflictReport: Hashable, Sendable {
    /// The first conflicts up to the limit: duplicates, then shadowed, then overlapping pairs,
    /// each in the order of registration.
    public let conflicts: [PatternConflict]
    /// The number of pairs of each relation, including those not listed.
    public let counts: [PatternConflict.Relation: Int]

    /// The number of conflicts, including those not listed.
    public var total: Int { counts.values.reduce(0, +) }
    /// Whether the limit left some out.
    public var isTruncated: Bool { conflicts.count < total }
}

extension PatternSet {
    /// Finds every pair of patterns that share a URL; lists at most `limit` of them.
    public func conflicts(limit: Int = 1000) -> ConflictReport {
        var search = ConflictSearch(self, limit: limit)
        return search.report()
    }
}
