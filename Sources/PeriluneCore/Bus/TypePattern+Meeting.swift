extension TypePattern {
    /// Whether every type that another pattern matches is matched by this one.
    package func covers(_ other: TypePattern) -> Bool {
        Self.covers(Self.parts(self)[...], Self.parts(other)[...])
    }

    private static func parts(_ pattern: TypePattern) -> [Substring] {
        pattern.description.split(separator: ".", omittingEmptySubsequences: false)
    }

    /// A star takes one part or more; a star of the other side is something that only a star takes.
    private static func covers(_ one: ArraySlice<Substring>, _ other: ArraySlice<Substring>) -> Bool
    {
        // Row by row of which beginnings cover which: nested calls would take their power.
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

    /// A type that both patterns match, of at least so many parts; `nil` if there is none.
    package func example(alsoOf other: TypePattern, atLeast minimum: Int = 1) -> String? {
        let (one, two) = (Self.parts(self), Self.parts(other))
        // Breadth first over the places in both patterns, so that the shortest one is found.
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
