/// Finds the name that a misspelt one was probably meant to be.
package enum NearestName {
    /// Longer names are not compared, because the cost is the product of both lengths.
    private static let longest = 64

    /// The candidate with the fewest different letters, at most a third of them; case is ignored.
    ///
    /// Among equals, one that begins like the name wins, then the shortest, then the first in alphabetical order, so that
    /// the result does not depend on the order of a dictionary.
    ///
    /// - Parameters:
    ///   - name: The name as it was written.
    ///   - candidates: The existing names; only the first `most` are compared.
    ///   - most: A bound, because names may come from outside.
    /// - Returns: The candidate, or `nil` if none is similar enough.
    package static func of(
        _ name: String, in candidates: some Sequence<String>, most: Int = 500
    ) -> String? {
        let written = Array(name.lowercased().utf8)
        guard written.count <= longest else { return nil }
        var best: (edits: Int, unlike: Int, length: Int, name: String)?
        for candidate in candidates.prefix(most) where candidate != name {
            let wanted = Array(candidate.lowercased().utf8)
            // Nearly all names of two letters differ from each other by one letter.
            let allowed =
                max(written.count, wanted.count) <= 2 ? 0 : max(1, written.count / 3)
            guard wanted.count <= longest, abs(wanted.count - written.count) <= allowed else {
                continue
            }
            let common = zip(written, wanted).prefix { $0 == $1 }.count
            let found = (edits(written, wanted), -common, wanted.count, candidate)
            guard found.0 <= allowed else { continue }
            if let best, best <= found { continue }
            best = found
        }
        return best?.name
    }

    /// A hint with the nearest candidate; `nil` if there is none.
    package static func hint(
        for name: String, in candidates: some Sequence<String>
    ) -> String? {
        of(name, in: candidates).map { "did you mean '\($0)'?" }
    }

    /// The nearest candidate as a part of a message; empty if there is none.
    package static func suggestion(for name: String, in candidates: some Sequence<String>) -> String
    {
        suggestion(for: of(name, in: candidates))
    }

    /// A name that was found, as a part of a message; empty if it is `nil`.
    package static func suggestion(for meant: String?) -> String {
        meant.map { " (did you mean '\($0)'?)" } ?? ""
    }

    /// The edit distance: letters to insert, delete or replace; swapping two neighbours counts as one.
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
