extension TypePattern {
    /// Whether every type that another pattern matches is matched by this one.
    package func covers(_ other: TypePattern) -> Bool {
        Self.covers(Self.parts(self)[...], Self.parts(other)[...])
    }

    private static func parts(_ pattern: TypePattern) -> [Substring] {
        pattern.description.split(separator: ".", omittingEmptySubsequences: false)
    }

    /// A star covers one part or more; a star of `other` is covered only by a star.
    private static func covers(_ one: ArraySlice<Substring>, _ other: ArraySlice<Substring>) -> Bool
    {
        // Dynamic programming over prefixes, since plain recursion would be exponential.
        var row = [Bool](repeating: false, count: other.count + 1)
        row[0] = true
        for part in one {
            var next = [Bool](repeating: false, count: other.count + 1)
            for (index, wanted) in other.enumerated() {
                if part == "*" {
                    next[index + 1] = row[index] || next[index]
                } else {
                    next[index + 1] = row[index] && part == wanted
                }
            }
            row = next
        }
        return row[other.count]
    }

    /// A type of at least `minimum` parts that both patterns match; `nil` if there is none.
    package func example(alsoOf other: TypePattern, atLeast minimum: Int = 1) -> String? {
        let (one, two) = (Self.parts(self), Self.parts(other))
        // Breadth-first search over positions in both patterns finds the shortest type.
        var queue: [(place: [Int], type: [Substring])] = [([0, 0, 0], [])]
        var seen: Set<[Int]> = []
        var next = 0
        while next < queue.count {
            let (place, type) = queue[next]
            next += 1
            if place == [one.count, two.count, minimum] { return type.joined(separator: ".") }
            guard place[0] < one.count, place[1] < two.count else { continue }
            let (left, right) = (one[place[0]], two[place[1]])
            guard left == right || left == "*" || right == "*" else { continue }
            let part = left != "*" ? left : right != "*" ? right : "x"
            for step in left == "*" ? [1, 0] : [1] {
                for otherStep in right == "*" ? [1, 0] : [1] {
                    let place = [
                        place[0] + step, place[1] + otherStep, min(place[2] + 1, minimum),
                    ]
                    if seen.insert(place).inserted { queue.append((place, type + [part])) }
                }
            }
        }
        return nil
    }
}
