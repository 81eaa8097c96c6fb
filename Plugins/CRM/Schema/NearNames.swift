/// Finds the name that somebody who wrote another one probably meant.
package enum NearNames {
    /// Longer names are not compared: the cost is a product, and faults must be cheap.
    private static let longest = 64

    /// The candidate nearest to `name`; `nil` where none is near enough to be meant.
    ///
    /// A third of the letters may differ; where nothing is as near as that, one that contains the
    /// name, the shortest first. Among equals the first of the alphabet is taken.
    package static func nearest(to name: String, among candidates: some Sequence<String>) -> String?
    {
        let written = Array(name.lowercased().utf8)
        guard (1...longest).contains(written.count) else { return nil }
        let allowed = written.count <= 2 ? 0 : max(1, written.count / 3)
        var best: (cost: Int, length: Int, name: String)?
        for candidate in candidates {
            let wanted = Array(candidate.lowercased().utf8)
            guard wanted.count <= longest else { continue }
            var cost = Int.max
            if abs(wanted.count - written.count) <= allowed {
                let edits = edits(written, wanted)
                if edits <= allowed { cost = edits }
            }
            if cost == .max, written.count >= 3, contains(wanted, written) { cost = longest }
            guard cost < .max else { continue }
            let found = (cost, wanted.count, candidate)
            if let best, best <= found { continue }
            best = found
        }
        return best?.name
    }

    /// The same as the end of a message: a sentence, or nothing.
    package static func question(
        _ name: String, among candidates: some Sequence<String>
    ) -> String {
        nearest(to: name, among: candidates).map { " Did you mean '\($0)'?" } ?? ""
    }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        text.count >= part.count
            && (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }

    /// Letters to put in, take out or replace; two neighbours that are swapped count once.
    private static func edits(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var rows = [Array(0...other.count)]
        for (index, letter) in one.enumerated() {
            var row = [index + 1]
            for (column, wanted) in other.enumerated() {
                var cost = min(row[column], rows[index][column + 1]) + 1
                cost = min(cost, rows[index][column] + (letter == wanted ? 0 : 1))
                if index > 0, column > 0, letter == other[column - 1], one[index - 1] == wanted {
                    cost = min(cost, rows[index - 1][column - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}
