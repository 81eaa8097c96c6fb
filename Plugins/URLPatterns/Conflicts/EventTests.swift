import PeriluneCore
import PeriluneLinks

/// The link events of a condition: `evt` of a delegate, or of a link rule.
struct EventTest {
    /// Empty for every link, also one without an event.
    var chain: MeetingIndex.Chain
    /// The index of the element in the list `evt` that it comes from.
    var element: Int?

    /// The event numbers that `evt` declares; of a range, the blocks that it consists of.
    static func declared(_ value: Value) -> [EventTest] {
        (value.array ?? [value]).enumerated().flatMap { index, value in
            chains(value).map { EventTest(chain: $0, element: index) }
        }
    }

    private static func chains(_ value: Value) -> [MeetingIndex.Chain] {
        if let number = value.integer { return [chain(of: number)] }
        guard let (first, last) = Link.numbers(value.string ?? ""), first <= last else {
            return [custom]
        }
        return EventBlock.blocks(of: first...last).map(chain)
    }

    static func chain(of number: Int64) -> MeetingIndex.Chain {
        chain(EventBlock(first: UInt64(max(0, number)), level: 0))
    }

    private static func chain(_ block: EventBlock) -> MeetingIndex.Chain {
        let isCustom = LinkScanner.isCustom(Int64(clamping: block.first))
        return (isCustom ? custom : Array(custom.dropLast())) + block.keys
    }

    private static let custom: MeetingIndex.Chain = [
        "present", "value", "digits", "float", "integer", "custom",
    ]

    /// The test for events that pass this and other tests; `nil` if there is none.
    func narrowed(by others: [MeetingIndex.Chain]) -> EventTest? {
        var test = self
        for other in others {
            guard let chain = test.chain.common(with: other) else { return nil }
            test.chain = chain
        }
        return test
    }
}

/// Conditions on the event of a link of which one must be met; compared by keys, since a list may be long.
struct EventTests {
    let list: [EventTest]
    /// The keys at the ends of the chains, empty for an empty chain; and all keys before.
    private let ends: Set<String>
    private let inner: Set<String>

    init(_ list: [EventTest]) {
        self.list = list
        ends = Set(list.map { $0.chain.last ?? "" })
        inner = Set(list.flatMap { $0.chain.isEmpty ? [] : [""] + $0.chain.dropLast() })
    }

    /// Whether only events of links can meet one.
    var asksForLink: Bool { ends != [""] }

    /// Whether every event that meets the others meets one of these.
    func covers(_ other: EventTests) -> Bool { other.list.allSatisfy { covers($0.chain) } }

    /// Whether an event can meet one of these and another condition.
    func meets(_ chain: MeetingIndex.Chain) -> Bool {
        covers(chain) || inner.contains(chain.last ?? "")
    }

    private func covers(_ chain: some Sequence<String>) -> Bool {
        ends.contains("") || chain.contains(where: ends.contains)
    }

    /// The relations of single conditions to those of the others.
    func relations(to other: EventTests) -> DelegateBox.Relations {
        var relations: DelegateBox.Relations = []
        for test in list {
            let last = test.chain.last ?? ""
            if other.ends.contains(last) { relations.insert(.equal) }
            if other.inner.contains(last) { relations.insert(.wider) }
            if !test.chain.isEmpty, other.covers(test.chain.dropLast()) {
                relations.insert(.narrower)
            }
        }
        return relations
    }
}
