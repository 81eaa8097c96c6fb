/// Finds the name that was probably meant by a misspelt one.
package enum NearestName {
    /// Longer names are not compared: the cost is a product.
    private static let longest = 64

    /// The candidate that differs in the fewest letters, at most in a third of them; case costs nothing.
    ///
    /// Among equals the shortest, then the first of the alphabet, so that the answer does not depend on
    /// the order of a dictionary.
    ///
    /// - Parameters:
    ///   - name: What was written.
    ///   - candidates: What there is; only the first `most` are looked at.
    ///   - most: A bound, because names may come from outside.
    /// - Returns: The candidate, or `nil` where none is near enough to be meant.
    package static func of(
        _ name: String, in candidates: some Sequence<String>, most: Int = 500
    ) -> String? {
        let written = Array(name.lowercased().utf8)
        guard written.count <= longest else { return nil }
        var best: (edits: Int, length: Int, name: String)?
        for candidate in candidates.prefix(most) where candidate != name {
            let wanted = Array(candidate.lowercased().utf8)
            // Of two letters nearly everything differs by one.
            let allowed =
                max(written.count, wanted.count) <= 2 ? 0 : max(1, written.count / 3)
            guard wanted.count <= longest, abs(wanted.count - written.count) <= allowed else {
                continue
            }
            let found = (edits(written, wanted), wanted.count, candidate)
            guard found.0 <= allowed else { continue }
            if let best, best <= found { continue }
            best = found
        }
        return best?.name
    }

    /// The same as a sentence for a hint.
    package static func hint(
        for name: String, in candidates: some Sequence<String>
    ) -> String? {
        of(name, in: candidates).map { "did you mean '\($0)'?" }
    }

    /// The same within a message, behind what there is none of; empty where nothing is near.
    package static func suggestion(for name: String, in candidates: some Sequence<String>) -> String
    {
        suggestion(for: of(name, in: candidates))
    }

    /// The same for a name that was found; empty without one.
    package static func suggestion(for meant: String?) -> String {
        meant.map { " (did you mean '\($0)'?)" } ?? ""
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
