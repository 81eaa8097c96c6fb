package import PeriluneCore
import PeriluneLinks

/// Finds conflicts between delegates: conditions that no event meets, delegates whose events an earlier one takes,
/// and pairs for which only the order decides which one gets an event.
///
/// It considers the conditions `on`, `evt`, `url` and `where`. Pairs are found with bit sets, so the time is nearly
/// proportional to the number of delegates and rules.
package struct DelegateConflicts {
    /// A delegate, in the order in which it was named.
    package struct OrderedDelegate {
        package let delegate: Delegate
        /// Whether it handles every event that it is asked about.
        package let keepsAll: Bool

        package init(_ delegate: Delegate, keepsAll: Bool) {
            self.delegate = delegate
            self.keepsAll = keepsAll
        }
    }

    /// A condition of a delegate.
    package struct Place: Hashable {
        /// The number of the delegate.
        package let delegate: Int
        /// `nil` for the delegate as a whole.
        package let field: String?
        /// The element of the field's list, from 0.
        package let element: Int

        package init(_ delegate: Int, _ field: String? = nil, _ element: Int = 0) {
            self.delegate = delegate
            self.field = field
            self.element = element
        }
    }

    /// A condition whose events others take.
    package struct Unreachable: Hashable {
        /// The condition, or the delegate as a whole.
        package let place: Place
        /// The delegate that keeps its events; its own number where another element of the same list covers it.
        package let keeper: Int
        /// That element.
        package let coveredBy: Int?
    }

    /// The numbers of the delegates in the order in which they are asked.
    package let order: [Int]
    /// Conditions that no event meets.
    package private(set) var impossible: [ImpossibleCondition] = []
    let orderedDelegates: [OrderedDelegate]
    /// The boxes in the order of delegates; none for rules that no event meets.
    let boxes: [DelegateBox]
    /// The range of boxes of each delegate.
    let ranges: [Range<Int>]
    let index: BoxIndex
    /// The order of delegates with the same priority.
    let policy: DelegateOrder

    package init(_ orderedDelegates: [OrderedDelegate], order policy: DelegateOrder = .first) {
        self.orderedDelegates = orderedDelegates
        self.policy = policy
        order = orderedDelegates.indices.sorted { one, other in
            (orderedDelegates[other].delegate.priority, one) < (
                orderedDelegates[one].delegate.priority, other
            )
        }
        var boxes: [DelegateBox] = []
        var ranges = [Range<Int>](repeating: 0..<0, count: orderedDelegates.count)
        for number in order {
            let declared = DeclaredConditions(orderedDelegates[number].delegate.interests)
            let own = declared.boxes(number)
            impossible += declared.impossible(own, number)
            ranges[number] = boxes.count..<boxes.count + own.count
            boxes += own
        }
        self.boxes = boxes
        self.ranges = ranges
        index = BoxIndex(boxes)
    }
}

// MARK: - What is covered

extension DelegateConflicts {
    /// Delegates, and elements of their lists, that get no event, since an earlier delegate keeps every event that would
    /// reach them; and elements that another one of the same list makes superfluous.
    package func unreachable() -> [Unreachable] {
        var found: [Unreachable] = []
        // A covered delegate handles no event that its coverer would not handle.
        var kept = Bits(words: (boxes.count + 63) / 64)
        for number in order {
            found += repetitions(number)
            if let keeper = keeper(of: ranges[number], kept) {
                found.append(Unreachable(place: Place(number), keeper: keeper, coveredBy: nil))
                continue
            }
            found += unreachableElements(number, kept)
            if orderedDelegates[number].keepsAll { kept.insert(ranges[number]) }
        }
        return found.sorted { $0.place.delegate < $1.place.delegate }
    }

    private func unreachableElements(_ number: Int, _ kept: Bits) -> [Unreachable] {
        guard !kept.isEmpty, let first = boxes[ranges[number]].first else { return [] }
        var found: [Unreachable] = []
        func addUnreachable(_ field: String, _ element: Int, _ keeper: Int?) {
            guard let keeper else { return }
            found.append(
                Unreachable(
                    place: Place(number, field, element), keeper: keeper, coveredBy: nil))
        }
        if first.types.count > 1 {
            for (element, type) in first.types.enumerated() {
                addUnreachable(
                    "on", element, keeper(of: ranges[number], kept) { $1.types = [type] })
            }
        }
        let events = ranges[number].map { position in
            Dictionary(grouping: boxes[position].events.list) { $0.element }
        }
        let elements = Set(events.flatMap(\.keys)).compactMap(\.self).sorted()
        if elements.count > 1 {
            for element in elements {
                let keeper = keeper(of: ranges[number], kept) { position, box in
                    let tests = events[position - ranges[number].lowerBound][element]
                    box.events = EventTests(tests ?? [])
                }
                addUnreachable("evt", element, keeper)
            }
        }
        if let last = boxes[ranges[number]].last?.element, first.element != last {
            var start = ranges[number].lowerBound
            while start < ranges[number].upperBound, let element = boxes[start].element {
                // The alternatives of an element are neighbours.
                let alternatives = boxes[start..<ranges[number].upperBound].prefix {
                    $0.element == element
                }
                addUnreachable("url", element, keeper(of: alternatives.indices, kept))
                start = alternatives.endIndex
            }
        }
        return found
    }

    /// The first delegate that covers all boxes of a range; `narrow` may restrict the boxes.
    private func keeper(
        of range: Range<Int>, _ kept: Bits, _ narrow: (Int, inout DelegateBox) -> Void = { _, _ in }
    ) -> Int? {
        var common: [Int]?
        for position in range {
            var box = boxes[position]
            narrow(position, &box)
            if box.events.list.isEmpty { continue }
            var row = kept.prefix(range.lowerBound)
            index.keepCovering(box, in: &row)
            var found: [Int] = []
            row.forEach { earlier in
                let number = boxes[earlier].delegate
                if found.last != number, common?.contains(number) ?? true,
                    isAsked(earlier, before: box), boxes[earlier].covers(box)
                {
                    found.append(number)
                }
                return true
            }
            guard !found.isEmpty else { return nil }
            common = found
        }
        return common?.first
    }

    /// Whether a delegate is asked first about events that both boxes take; `later` is listed after it.
    private func isAsked(_ earlier: Int, before later: DelegateBox) -> Bool {
        guard policy == .mostSpecific else { return true }
        let delegates = [boxes[earlier].delegate, later.delegate].map {
            orderedDelegates[$0].delegate
        }
        return delegates[0].priority > delegates[1].priority
            || !boxes[earlier].specificity.lexicographicallyPrecedes(later.specificity)
    }

    /// Elements of a list that another one of the same list covers; of two that are the same the first one stays.
    private func repetitions(_ number: Int) -> [Unreachable] {
        let own = boxes[ranges[number]]
        guard let first = own.first else { return [] }
        func list(_ narrow: (inout DelegateBox) -> Void) -> DelegateBox {
            var box = first
            narrow(&box)
            return box
        }
        let types = first.types.map { type in list { $0.types = [type] } }
        let declared = orderedDelegates[number].delegate.interests.value(of: "evt").map(
            EventTest.declared)
        let elements = Dictionary(grouping: declared ?? []) { $0.element ?? 0 }
        let events = elements.sorted { $0.key < $1.key }.map { element in
            list { $0.events = EventTests(element.value) }
        }
        return repetitions(types, "on", number) + repetitions(events, "evt", number)
            + repetitions(Array(own), "url", number)
    }

    private func repetitions(
        _ list: [DelegateBox], _ field: String, _ number: Int
    ) -> [Unreachable] {
        let elements = list.indices.map { field == "url" ? list[$0].element ?? $0 : $0 }
        guard let last = elements.last, elements[0] != last else { return [] }
        let index = BoxIndex(list)
        // For each element, the elements that cover each of its boxes.
        var covering: [Int: Set<Int>] = [:]
        for position in list.indices {
            var row = Bits(below: list.count)
            index.keepCovering(list[position], in: &row)
            var found: Set<Int> = []
            row.forEach { other in
                if elements[other] != elements[position], list[other].covers(list[position]) {
                    found.insert(elements[other])
                }
                return found.count < Self.maximumCovering
            }
            covering[elements[position]] =
                covering[elements[position]]?.intersection(found) ?? found
        }
        return covering.sorted { $0.key < $1.key }.compactMap { element, others in
            let other = others.sorted().first {
                $0 < element || covering[$0]?.contains(element) != true
            }
            return other.map {
                Unreachable(place: Place(number, field, element), keeper: number, coveredBy: $0)
            }
        }
    }

    /// The maximum number of elements that are tried together to cover one.
    private static let maximumCovering = 16
}
