/// Finds the name that somebody who wrote another one probably meant.
package enum NearestName {
    /// Longer names are not compared: the cost is a product.
    private static let longest = 64
    private static let mostCandidates = 500

    /// The candidate that differs in the fewest letters, at most in a third of them; case costs nothing.
    package static func of(_ name: String, in candidates: some Sequence<String>) -> String? {
        let typed = Array(name.lowercased().utf8)
        guard typed.count <= longest else { return nil }
        let allowed = max(1, typed.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates.prefix(mostCandidates) {
            let wanted = Array(candidate.lowercased().utf8)
            guard wanted.count <= longest, abs(wanted.count - typed.count) <= allowed else {
                continue
            }
            let distance = edits(typed, wanted)
            if distance <= allowed, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Letters to insert, delete or replace; two neighbours swapped count as one.
    private static func edits(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var current = [row + 1]
            for (column, wanted) in other.enumerated() {
                var cost = min(
                    last[column + 1] + 1, current[column] + 1,
                    last[column] + (letter == wanted ? 0 : 1))
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == wanted {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
