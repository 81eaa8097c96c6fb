/// Finds the pairs of a set that share a URL, worst relation first.
///
/// Two patterns share one exactly if they have as many levels and their tests meet on each, so
/// for every pattern the earlier ones it meets are an intersection of bit sets, one a level:
/// n² / 64 word operations at worst, and no pair is looked at that does not conflict.
struct ConflictSearch {
    private let set: PatternSet
    private let limit: Int
    private let tests: [[SegmentTest]]
    private let rank: [Int]
    private var found: [PatternConflict.Relation: [PatternConflict]] = [:]
    private var counts: [PatternConflict.Relation: Int] = [:]

    init(_ set: PatternSet, limit: Int) {
        self.set = set
        self.limit = limit
        tests = set.patterns.map(\.tests)
        var rank = [Int](repeating: 0, count: set.patterns.count)
        for (position, index) in set.ranking.enumerated() { rank[index] = position }
        self.rank = rank
    }

    mutating func report() -> ConflictReport {
        let groups = Dictionary(grouping: tests.indices) { tests[$0].count }
        for length in groups.keys.sorted() { search(groups[length] ?? []) }
        var listed: [PatternConflict] = []
        for relation in PatternConflict.Relation.allCases {
            let ordered = (found[relation] ?? []).sorted {
                ($0.secondIndex, $0.firstIndex) < ($1.secondIndex, $1.firstIndex)
            }
            listed += ordered.prefix(limit - listed.count)
        }
        return ConflictReport(conflicts: listed, counts: counts)
    }

    private mutating func search(_ members: [Int]) {
        guard let first = members.first else { return }
        let levels = tests[first].indices.map { level in
            LevelBits(members.map { tests[$0][level] })
        }
        var row: [UInt64] = []
        for (position, index) in members.enumerated() {
            let width = position / 64 + 1
            row = [UInt64](repeating: .max, count: width)
            // Only the ones registered before, so that each pair is met once.
            row[width - 1] = (1 << UInt64(position % 64)) - 1
            for (level, test) in zip(levels, tests[index]) { level.intersect(&row, test) }
            for word in row.indices {
                var bits = row[word]
                while bits != 0 {
                    record(members[word * 64 + bits.trailingZeroBitCount], index)
                    bits &= bits - 1
                }
            }
        }
    }

    private mutating func record(_ first: Int, _ second: Int) {
        let firstWins = rank[first] < rank[second]
        let (winner, loser) = firstWins ? (first, second) : (second, first)
        let covers = contains(winner, loser)
        let isCovered = contains(loser, winner)
        let relation: PatternConflict.Relation =
            covers ? (isCovered ? .duplicate : .shadowed) : .overlapping
        counts[relation, default: 0] += 1
        guard found[relation, default: []].count < limit else { return }
        found[relation, default: []].append(
            PatternConflict(
                relation: relation, first: set.patterns[first], second: set.patterns[second],
                firstIndex: first, secondIndex: second, winnerIndex: winner,
                isRefinement: isCovered && !covers,
                example: exampleURL(tests[first], tests[second])))
    }

    private func contains(_ one: Int, _ other: Int) -> Bool {
        zip(tests[one], tests[other]).allSatisfy { $0.contains($1) }
    }
}

/// A URL that passes both lists of tests, which meet on every level.
private func exampleURL(_ one: [SegmentTest], _ other: [SegmentTest]) -> String {
    let parts = zip(one, other).enumerated().map { level, tests in
        switch tests {
        case (.literal(let text), _), (_, .literal(let text)): percentEncoded(text)
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
