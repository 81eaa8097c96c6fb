/// Finds the name that was probably meant.
enum Nearest {
    /// The first of the names with the fewest edits, where these are at most a third of the letters.
    static func name(to typed: String, in names: [String]) -> String? {
        let letters = Array(typed.lowercased().utf8)
        guard letters.count <= 64 else { return nil }
        let allowed = max(1, letters.count / 3)
        let near = names.map { ($0, edits(letters, Array($0.lowercased().utf8))) }
            .filter { $0.1 <= allowed }
        return near.min { $0.1 < $1.1 }?.0
    }

    /// How many letters are to be put in, taken out or changed.
    private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var last = Array(0...b.count)
        for (row, letter) in a.enumerated() {
            var current = [row + 1]
            for (column, other) in b.enumerated() {
                current.append(
                    min(
                        last[column] + (letter == other ? 0 : 1), last[column + 1] + 1,
                        current[column] + 1))
            }
            last = current
        }
        return last[b.count]
    }
}
