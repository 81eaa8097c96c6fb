/// The candidate that was probably meant, or nil if none is close.
func suggestion(for word: String, among candidates: [String]) -> String? {
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
        let distance = editDistance(word, candidate)
        if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    // Up to a third of the letters may differ; more would be a guess.
    if let best, best.distance <= max(1, word.count / 3) { return best.candidate }
    let beginning = candidates.filter { $0.hasPrefix(word) && word.count > 3 }
    return beginning.count == 1 ? beginning.first : nil
}

/// The number of letters to insert, delete, replace or swap (optimal string alignment).
///
/// Swapping two neighbours is the most frequent mistake, so it counts once.
func editDistance(_ first: String, _ second: String) -> Int {
    let rows = Array(first)
    let columns = Array(second)
    guard !rows.isEmpty, !columns.isEmpty else { return max(rows.count, columns.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...columns.count)
    for (row, letter) in rows.enumerated() {
        var current = [row + 1]
        for (column, other) in columns.enumerated() {
            let replaced = previous[column] + (letter == other ? 0 : 1)
            var cost = min(replaced, previous[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, letter == columns[column - 1], rows[row - 1] == other {
                cost = min(cost, beforePrevious[column - 1] + 1)
            }
            current.append(cost)
        }
        beforePrevious = previous
        previous = current
    }
    return previous[columns.count]
}
