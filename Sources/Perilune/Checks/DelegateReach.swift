package import PeriluneCore

/// Finds delegates, and parts of what they declare, that no event can reach, since an earlier delegate keeps
/// every event that would.
package struct DelegateReach {
    /// A delegate, in the order in which it was named.
    package struct Seat {
        package let delegate: Delegate
        /// Whether it keeps every event that it is asked about.
        package let keepsAll: Bool

        package init(_ delegate: Delegate, keepsAll: Bool) {
            self.delegate = delegate
            self.keepsAll = keepsAll
        }
    }

    /// What cannot be reached.
    package struct Finding: Hashable {
        /// The number of the delegate.
        package let delegate: Int
        /// The number of the one that keeps its events; the same where it is its own list that repeats itself.
        package let keeper: Int
        /// `nil` for the delegate as a whole; else the field, and the element of its list.
        package let part: Part?

        /// An element of what a delegate declares.
        package struct Part: Hashable {
            package let field: String
            package let index: Int
            /// The element of the same list that covers it, within one delegate.
            package let coveredBy: Int?
        }
    }

    /// Whether one value of a condition takes all that another one does.
    package typealias Covers = (_ field: String, _ one: Value, _ other: Value) -> Bool

    private let seats: [Seat]
    private let covers: Covers

    /// Looks at delegates; `covers` compares single elements of `evt`, `url` and the like.
    package init(_ seats: [Seat], covers: @escaping Covers) {
        self.seats = seats
        self.covers = covers
    }

    package func findings() -> [Finding] {
        // As the bus asks them.
        let order = seats.indices.sorted { one, other in
            (seats[other].delegate.priority, one) < (seats[one].delegate.priority, other)
        }
        var findings: [Finding] = []
        var keepers: [Int] = []
        for number in order {
            findings += repetitions(number)
            findings += unreachable(number, behind: keepers)
            if seats[number].keepsAll { keepers.append(number) }
        }
        return findings.sorted { $0.delegate < $1.delegate }
    }

    private func unreachable(_ number: Int, behind keepers: [Int]) -> [Finding] {
        let interests = seats[number].delegate.interests
        if let keeper = keeper(of: interests, keepers) {
            return [Finding(delegate: number, keeper: keeper, part: nil)]
        }
        var findings: [Finding] = []
        for (field, elements) in Self.lists(interests) where elements.count > 1 {
            for (index, element) in elements.enumerated() {
                guard let keeper = keeper(of: interests.with(field, element), keepers) else {
                    continue
                }
                findings.append(
                    Finding(
                        delegate: number, keeper: keeper,
                        part: .init(field: field, index: index, coveredBy: nil)))
            }
        }
        return findings
    }

    private func keeper(of interests: Interests, _ keepers: [Int]) -> Int? {
        keepers.first { keeper in
            let wide = seats[keeper].delegate.interests
            return interests.types.allSatisfy { type in wide.types.contains { $0.covers(type) } }
                && wide.conditions.allSatisfy { condition in
                    interests.conditions.contains { implies($0, condition) }
                }
        }
    }

    /// Whether events that meet one condition meet another one, too.
    private func implies(_ narrow: Interests.Condition, _ wide: Interests.Condition) -> Bool {
        guard narrow.field == wide.field else { return false }
        if narrow.value == wide.value { return true }
        if case .object(let tests) = wide.value {
            // `where`: all paths must match, so the narrow one may have more of them.
            return tests.pairs.allSatisfy { test in
                guard let other = narrow.value[test.name] else { return false }
                let values = test.value.array ?? [test.value]
                return (other.array ?? [other]).allSatisfy(values.contains)
            }
        }
        let values = wide.value.array ?? [wide.value]
        return (narrow.value.array ?? [narrow.value]).allSatisfy { element in
            values.contains { covers(wide.field, $0, element) }
        }
    }

    /// Elements of a list that another one of the same list covers.
    private func repetitions(_ number: Int) -> [Finding] {
        var findings: [Finding] = []
        for (field, elements) in Self.lists(seats[number].delegate.interests) {
            for (index, element) in elements.enumerated() {
                let coveredBy = elements.indices.first { other in
                    guard other != index, covers(one: elements[other], element, field) else {
                        return false
                    }
                    // Of two that are the same the first one stays.
                    return other < index || !covers(one: element, elements[other], field)
                }
                guard let coveredBy else { continue }
                findings.append(
                    Finding(
                        delegate: number, keeper: number,
                        part: .init(field: field, index: index, coveredBy: coveredBy)))
            }
        }
        return findings
    }

    private func covers(one: Value, _ other: Value, _ field: String) -> Bool {
        guard field == "on" else { return one == other || covers(field, one, other) }
        guard let one = one.string.flatMap({ try? TypePattern($0) }),
            let other = other.string.flatMap({ try? TypePattern($0) })
        else { return false }
        return one.covers(other)
    }

    /// What is declared as a list of which any element will do.
    private static func lists(_ interests: Interests) -> [(field: String, elements: [Value])] {
        var lists = [("on", interests.types.map { Value.string($0.description) })]
        for condition in interests.conditions {
            if let elements = condition.value.array { lists.append((condition.field, elements)) }
        }
        return lists
    }
}

extension Interests {
    /// With one element of a list in the list's place.
    fileprivate func with(_ field: String, _ element: Value) -> Interests {
        var copy = self
        if field == "on" {
            if let pattern = element.string.flatMap({ try? TypePattern($0) }) {
                copy.types = [pattern]
            }
            return copy
        }
        for index in copy.conditions.indices where copy.conditions[index].field == field {
            copy.conditions[index].value = element
        }
        return copy
    }
}
