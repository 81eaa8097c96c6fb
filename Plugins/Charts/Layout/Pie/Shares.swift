/// The parts of a whole, in the order in which a pie shows them.
package struct Shares: Sendable, Hashable {
    /// The slices clockwise from the top; the one of the others is last.
    package var slices: [Slice]
    /// Values below zero, which have no slice.
    package var negatives: Int

    /// A part of the whole.
    package struct Slice: Sendable, Hashable {
        /// The categories it contains; several for the slice of the others.
        package var categories: [Int]
        /// Whether it combines all categories without a slice of their own.
        package var isOther: Bool
    }

    /// The maximum number of distinguishable slices.
    package static let most = 7
    /// The share of the whole that a slice has at least, unless all are smaller.
    package static let smallest = 0.02

    /// Decides what gets a slice.
    ///
    /// - Parameters:
    ///   - cells: `cells[series][category]`. Pies beside each other share their slices, so that one colour
    ///     means one category; what counts is the sum over all.
    ///   - isSorted: Whether categories keep their order; else the largest is first.
    package init(_ cells: [[Double]], isSorted: Bool) {
        let categoryCount = cells.map(\.count).max() ?? 0
        var totals = [Double](repeating: 0, count: categoryCount)
        negatives = 0
        let largest = cells.joined().reduce(0) { $1.isFinite ? max($0, $1) : $0 }
        for series in cells {
            for (category, value) in series.enumerated() {
                if value < 0 { negatives += 1 }
                if value > 0, value.isFinite { totals[category] += value / largest }
            }
        }
        let sum = totals.reduce(0, +)
        let descending = totals.indices.filter { totals[$0] > 0 }
            .sorted { totals[$0] == totals[$1] ? $0 < $1 : totals[$0] > totals[$1] }
        var kept =
            descending.count > Self.most ? descending.prefix(Self.most - 1) : descending[...]
        while let last = kept.last, totals[last] < sum * Self.smallest { kept.removeLast() }
        // A pie with only the slice of the others would be meaningless.
        if kept.isEmpty { kept = descending.prefix(Self.most - 1) }
        // Show a single category by its name instead of as `Other`.
        if descending.count - kept.count == 1 { kept = descending[...] }
        let others = descending[kept.count...].sorted()
        slices = (isSorted ? kept.sorted() : Array(kept))
            .map { Slice(categories: [$0], isOther: false) }
        if !others.isEmpty { slices.append(Slice(categories: others, isOther: true)) }
    }

    /// The values of the slices in a series, not negative and finite.
    package func values(_ series: [Double]) -> [Double] {
        slices.map { slice in
            slice.categories.reduce(0) { sum, category in
                let value = category < series.count ? series[category] : .nan
                return value > 0 && value.isFinite ? sum + value : sum
            }
        }
    }

    /// Whole percentages that add up to exactly 100, by largest remainder; all zero if the values are.
    package static func percentages(_ values: [Double]) -> [Int] {
        let fractions = fractions(values)
        guard fractions.contains(where: { $0 > 0 }) else { return values.map { _ in 0 } }
        var whole = fractions.map { Int(($0 * 100).rounded(.down)) }
        let byRemainder = fractions.indices.sorted {
            let left = fractions[$0] * 100 - Double(whole[$0])
            let right = fractions[$1] * 100 - Double(whole[$1])
            return left == right ? $0 < $1 : left > right
        }
        let missing = 100 - whole.reduce(0, +)
        for index in byRemainder.prefix(max(0, missing)) { whole[index] += 1 }
        return whole
    }

    /// The values as fractions of their sum, computed without overflow.
    package static func fractions(_ values: [Double]) -> [Double] {
        let largest = values.max() ?? 0
        guard largest > 0 else { return values.map { _ in 0 } }
        let sum = values.reduce(0) { $0 + $1 / largest }
        return values.map { $0 / largest / sum }
    }
}
