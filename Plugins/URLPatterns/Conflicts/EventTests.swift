import PeriluneCore
import PeriluneLinks

/// Which events of links a condition asks for: `evt` of a delegate, or of a link rule.
struct EventTest {
    /// Empty for every link, also one without an event.
    var chain: MeetingIndex.Chain
    /// Which element of the list `evt` it comes from.
    var element: Int?

    /// The event numbers that `evt` declares.
    static func declared(_ value: Value) -> [EventTest] {
        (value.array ?? [value]).enumerated().map { index, value in
            EventTest(chain: value.integer.map(chain) ?? custom, element: index)
        }
    }

    static func chain(of number: Int64) -> MeetingIndex.Chain {
        (LinkScanner.isCustom(number) ? custom : Array(custom.dropLast())) + ["=\(number)"]
    }

    private static let custom: MeetingIndex.Chain = [
        "present", "value", "digits", "float", "integer", "custom",
    ]

    /// The test for events that this one and others ask for; `nil` if there is none.
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

    /// What single conditions have to do with single ones of the others.
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
