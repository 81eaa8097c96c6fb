/// Finds the name that a misspelt one probably stands for.
package enum Suggestion {
    /// Longer names are not compared, since the time grows with the product of the lengths.
    private static let longest = 64

    /// The maximum number of findings of a rule with a suggestion.
    ///
    /// A generated file may have thousands of names and thousands of mistakes; comparing all of them takes too long.
    static let mostFindings = 50

    /// The candidate nearest to `name`; `nil` if none is near enough.
    ///
    /// A third of the letters may differ. Of equally near candidates the alphabetically first is returned, so that
    /// the result does not depend on the order of a dictionary.
    package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
        let typed = letters(name)
        guard typed.count <= longest else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate != name {
            let wanted = letters(candidate)
            let allowed = max(typed.count, wanted.count) <= 2 ? 0 : max(1, typed.count / 3)
            guard wanted.count <= longest, abs(typed.count - wanted.count) <= allowed else {
                continue
            }
            let distance = distance(typed, wanted)
            guard distance <= allowed else { continue }
            if let found = best, (found.distance, found.name) <= (distance, candidate) { continue }
            best = (candidate, distance)
        }
        return best?.name
    }

    /// The suggestion as a sentence; `nil` if there is none.
    static func hint(for name: String, in candidates: some Sequence<String>) -> String? {
        nearest(to: name, in: candidates).map { "did you mean '\($0)'?" }
    }

    /// The letters in lowercase: case is mistyped most often, so differences in case do not count.
    private static func letters(_ name: String) -> [UInt8] {
        name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    /// The number of edits between two words; swapping two neighbours is one edit (optimal string alignment).
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for row in 0..<a.count {
            var current = [row + 1]
            for column in 0..<b.count {
                let same = a[row] == b[column]
                var cost = min(last[column + 1] + 1, current[column] + 1)
                cost = min(cost, last[column] + (same ? 0 : 1))
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[b.count]
    }
}
