package import PeriluneCore
import PeriluneLinks

extension DelegateConflicts {
    /// Two delegates that the same event can match.
    package struct Overlap: Hashable {
        /// A condition of the delegate that gets the event first.
        package let first: Place
        /// A condition of the other delegate, which the same event meets.
        package let second: Place
        /// The event.
        package let example: Value
        /// The parameter that its link repeats, where no other link meets both.
        package let repeated: String?
    }

    /// Pairs of delegates.
    package struct Overlaps {
        /// The pairs, up to a limit.
        package fileprivate(set) var listed: [Overlap] = []
        /// The number of further pairs.
        package fileprivate(set) var more = 0
        /// Whether there may be even more, since there were too many to compare all.
        package fileprivate(set) var isCut = false
        /// Pairs that share only links with a repeated parameter.
        package fileprivate(set) var repeated: [Overlap] = []
        /// The number of further pairs of this kind.
        package fileprivate(set) var moreRepeated = 0
    }

    /// Returns the delegates that are asked about an event, by their numbers, for each part of it.
    package typealias Asked = (Value) -> [[Int]]

    /// Finds the pairs of delegates for which only their order decides which one gets some events.
    ///
    /// In such a pair, the first delegate handles all events that it gets, both have the same priority, and each
    /// takes events that the other one does not. A special case before or after a general one is intended, or is
    /// ``unreachable()``. A rule for links of any type does not overlap with a delegate for events of other types
    /// that tests no link.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of pairs to list.
    ///   - repeatedLimit: The maximum number of pairs to list that need a repeated parameter.
    ///   - includingUnlikely: Whether to list all pairs, including those in which one delegate takes all events of
    ///     the other.
    ///   - asked: Confirms an example, which is left out otherwise.
    /// - Returns: The pairs, each with an event that meets both.
    package func overlaps(
        limit: Int, repeatedLimit: Int = 1, includingUnlikely: Bool = false,
        asked: @escaping Asked
    ) -> Overlaps {
        var search = OverlapSearch(
            boxes: boxes, ranges: ranges, index: index, policy: policy, limit: limit,
            repeatedLimit: repeatedLimit, includesUnlikely: includingUnlikely, asked: asked)
        var eligible = Bits(words: (boxes.count + 63) / 64)
        var priority: Int?
        for number in order {
            let ordered = orderedDelegates[number]
            if ordered.delegate.priority != priority {
                priority = ordered.delegate.priority
                eligible = Bits(words: (boxes.count + 63) / 64)
            }
            search.search(ranges[number], eligible.prefix(ranges[number].lowerBound))
            if ordered.keepsAll { eligible.insert(ranges[number]) }
        }
        return search.result
    }
}

/// Looks for the earlier delegates that share events with one.
private struct OverlapSearch {
    let boxes: [DelegateBox]
    let ranges: [Range<Int>]
    let index: BoxIndex
    let policy: DelegateOrder
    let limit: Int
    let repeatedLimit: Int
    let includesUnlikely: Bool
    let asked: DelegateConflicts.Asked
    var result = DelegateConflicts.Overlaps()
    /// Boxes of delegates that have one.
    private let soleBoxes: Bits
    private var comparisons = 0
    private var typeRelations: [TypePair: DelegateBox.Relations] = [:]

    private struct TypePair: Hashable {
        let one: [TypePattern]
        let other: [TypePattern]
    }

    /// More pairs of boxes are not compared.
    private static let maximumComparisons = 250_000
    /// The maximum number of pairs of one delegate that need a repeated parameter; further ones are only counted.
    private static let maximumTries = 1_000

    init(
        boxes: [DelegateBox], ranges: [Range<Int>], index: BoxIndex, policy: DelegateOrder,
        limit: Int,
        repeatedLimit: Int, includesUnlikely: Bool, asked: @escaping DelegateConflicts.Asked
    ) {
        self.boxes = boxes
        self.ranges = ranges
        self.index = index
        self.policy = policy
        self.limit = limit
        self.repeatedLimit = repeatedLimit
        self.includesUnlikely = includesUnlikely
        self.asked = asked
        let sole = ranges.filter { $0.count == 1 }.map(\.lowerBound)
        soleBoxes = Bits(sole, words: (boxes.count + 63) / 64)
    }

    /// Looks for pairs of the delegate with these boxes and the delegates of earlier boxes.
    mutating func search(_ range: Range<Int>, _ eligible: Bits) {
        guard !eligible.isEmpty else { return }
        // The delegates without a pair so far.
        var pending = eligible
        var repeating = Bits(words: pending.words.count)
        var tries: [(earlier: Int, later: Int)] = []
        for later in range {
            var wide = pending
            index.keepMeeting(boxes[later], in: &wide)
            var narrow = wide
            index.keepMeetingParameters(of: boxes[later], in: &narrow)
            var notNarrow: [Int] = []
            narrow.forEach { earlier in
                guard pending.contains(earlier) else { return true }
                comparisons += 1
                if let rule = boxes[later].rule, let other = boxes[earlier].rule,
                    rule.mustRepeatParameter(of: other)
                {
                    notNarrow.append(earlier)
                    return true
                }
                guard comparisons <= Self.maximumComparisons else {
                    result.isCut = true
                    return false
                }
                if addIfConflicting(earlier, later) {
                    pending.remove(ranges[boxes[earlier].delegate])
                }
                return true
            }
            for earlier in notNarrow { narrow.remove(earlier..<earlier + 1) }
            wide.subtract(narrow)
            repeating.formUnion(wide)
            guard result.repeated.count < repeatedLimit, tries.count < Self.maximumTries else {
                continue
            }
            wide.forEach { earlier in
                tries.append((earlier, later))
                return tries.count < Self.maximumTries
            }
        }
        for (earlier, later) in tries
        where pending.contains(earlier) && result.repeated.count < repeatedLimit {
            guard let overlap = overlap(earlier, later) else { continue }
            result.repeated.append(overlap)
            pending.remove(ranges[boxes[earlier].delegate])
        }
        // If all pairs were tried, there is nothing to count.
        if result.repeated.count < repeatedLimit, tries.count < Self.maximumTries { return }
        repeating.formIntersection(pending)
        countDelegates(repeatingIn: repeating)
    }

    /// Adds the delegates of boxes to those that repeat a parameter and are not listed.
    private mutating func countDelegates(repeatingIn repeating: Bits) {
        var others = repeating
        others.subtract(soleBoxes)
        result.moreRepeated += repeating.count - others.count
        var last: Int?
        others.forEach { earlier in
            // The boxes of a delegate are neighbours.
            if last != boxes[earlier].delegate { result.moreRepeated += 1 }
            last = boxes[earlier].delegate
            return true
        }
    }

    /// Whether two boxes make a pair of their delegates.
    private mutating func addIfConflicting(_ earlier: Int, _ later: Int) -> Bool {
        let (one, other) = (boxes[earlier], boxes[later])
        guard includesUnlikely || isLikely(one, other) else { return false }
        // In this case the order of the delegates is not what decides.
        if policy == .mostSpecific, one.specificity != other.specificity { return false }
        let relations = [relations(one.types, other.types)] + one.relations(to: other)
        guard includesUnlikely ? relations.meet : relations.cross else { return false }
        if result.listed.count >= limit {
            result.more += 1
            return true
        }
        guard let overlap = overlap(earlier, later) else { return false }
        result.listed.append(overlap)
        return true
    }

    private func isLikely(_ one: DelegateBox, _ other: DelegateBox) -> Bool {
        guard !one.isImpossible, !other.isImpossible else { return false }
        guard one.asksForLink != other.asksForLink else { return true }
        // Only events of links have one, unless the delegate that tests it says otherwise.
        let (asking, silent) = one.asksForLink ? (one, other) : (other, one)
        return !asking.takesTypesOfLinks || silent.takesTypesOfLinks
    }

    private mutating func relations(
        _ one: [TypePattern], _ other: [TypePattern]
    ) -> DelegateBox.Relations {
        if one.count == 1, one == other { return .equal }
        let pair = TypePair(one: one, other: other)
        let relations = typeRelations[pair] ?? DelegateBox.relations(one, other)
        typeRelations[pair] = relations
        return relations
    }

    private func overlap(_ earlier: Int, _ later: Int) -> DelegateConflicts.Overlap? {
        let (one, other) = (boxes[earlier], boxes[later])
        let search = ConflictExample(one, other)
        let example = search.first { event in
            asked(event).contains { $0.contains(one.delegate) && $0.contains(other.delegate) }
        }
        return example.map {
            .init(
                first: one.place(meeting: other), second: other.place(meeting: one), example: $0,
                repeated: search.repeatedParameter)
        }
    }
}

extension DelegateBox {
    /// The most specific condition that another box meets too.
    fileprivate func place(meeting other: DelegateBox) -> DelegateConflicts.Place {
        if let element { return .init(delegate, "url", element) }
        let event = events.list.first { $0.element != nil && other.events.meets($0.chain) }
        if let element = event?.element { return .init(delegate, "evt", element) }
        if !fields.isEmpty { return .init(delegate, "where") }
        let type = types.firstIndex { type in
            other.types.contains { type.example(alsoOf: $0) != nil }
        }
        return .init(delegate, "on", type ?? 0)
    }
}
