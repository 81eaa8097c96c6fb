import PeriluneLinks

/// Finds the pairs of a set that share a URL, worst relation first.
///
/// Two patterns share one exactly if they have as many levels and their tests meet on each, so
/// for every pattern the earlier ones it meets are an intersection of bit sets, one a level:
/// n² / 64 word operations at worst, and no pair is looked at that does not conflict.
struct ConflictSearch {
    private let set: PatternSet
    private let limit: Int
    private let tests: [[SegmentTest]]
    private let comparable: ComparableTests
    private let rank: [Int]
    /// The pairs to list and their total number, by relation.
    private var found: [[Pair]]
    private var counts: [Int]

    private struct Pair {
        var first: Int
        var second: Int
        var relation: PatternConflict.Relation
    }

    private static let relations = PatternConflict.Relation.allCases

    init(_ set: PatternSet, limit: Int) {
        self.set = set
        self.limit = max(0, limit)
        found = [[Pair]](repeating: [], count: Self.relations.count)
        counts = [Int](repeating: 0, count: Self.relations.count)
        tests = set.patterns.map(\.tests)
        comparable = ComparableTests(tests)
        var rank = [Int](repeating: 0, count: set.patterns.count)
        for (position, index) in set.ranking.enumerated() { rank[index] = position }
        self.rank = rank
    }

    mutating func report() -> ConflictReport {
        let groups = Dictionary(grouping: tests.indices) { tests[$0].count }
        for members in groups.values { search(members) }
        let ordered = found.flatMap { pairs in
            pairs.sorted { ($0.second, $0.first) < ($1.second, $1.first) }
        }
        return ConflictReport(
            conflicts: ordered.prefix(limit).map(conflict),
            counts: Dictionary(uniqueKeysWithValues: zip(Self.relations, counts)).filter {
                $0.value > 0
            })
    }

    private mutating func search(_ members: [Int]) {
        guard let first = members.first else { return }
        // Each length keeps its first ones, so that the limit cuts by registration only.
        let listed = found.map(\.count)
        var levels = tests[first].map { _ in MeetingIndex(count: members.count) }
        for (position, index) in members.enumerated() {
            // Only the ones registered before, so that each pair is met once.
            var row = Bits(below: position)
            for (level, test) in tests[index].enumerated() {
                let chain = test.chain
                levels[level].keepMeeting([chain], in: &row)
                levels[level].add(position, [chain])
            }
            row.forEach { earlier in
                record(members[earlier], index, listed)
                return true
            }
        }
    }

    private mutating func record(_ first: Int, _ second: Int, _ listed: [Int]) {
        let (covers, isCovered) = inclusion(first, second)
        let kind = covers ? (isCovered ? 0 : 1) : 2
        counts[kind] += 1
        guard found[kind].count - listed[kind] < limit else { return }
        found[kind].append(Pair(first: first, second: second, relation: Self.relations[kind]))
    }

    /// Whether the winner accepts all that the loser does, and the other way round.
    private func inclusion(_ first: Int, _ second: Int) -> (covers: Bool, isCovered: Bool) {
        let forward = comparable.contains(first, second)
        let backward = comparable.contains(second, first)
        return rank[first] < rank[second] ? (forward, backward) : (backward, forward)
    }

    private func conflict(_ pair: Pair) -> PatternConflict {
        let (covers, isCovered) = inclusion(pair.first, pair.second)
        return PatternConflict(
            relation: pair.relation, first: set.patterns[pair.first],
            second: set.patterns[pair.second], firstIndex: pair.first, secondIndex: pair.second,
            winnerIndex: rank[pair.first] < rank[pair.second] ? pair.first : pair.second,
            isRefinement: isCovered && !covers,
            example: exampleURL(tests[pair.first], tests[pair.second]))
    }
}

/// A URL that passes both lists of tests, which meet on every level.
private func exampleURL(_ one: [SegmentTest], _ other: [SegmentTest]) -> String {
    let parts = zip(one, other).enumerated().map { level, tests in
        switch tests {
        case (.literal(let text), _), (_, .literal(let text)): PercentEscapes.encode(text)
        case (.shape(let one), .shape(let other)):
            switch max(one, other) {
            case .text: level == 0 ? "example" : "x"
            case .float: "1.5"
            case .integer, .digits: "7"
            }
        default: "x"
        }
    }
    return parts[0] + "://" + parts.dropFirst().joined(separator: "/")
}
