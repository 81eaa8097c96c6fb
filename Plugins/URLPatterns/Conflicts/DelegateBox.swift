import PeriluneCore

/// The conditions of a delegate with one rule of its `url`: an event meets a delegate if it meets one of its boxes.
struct DelegateBox {
    let delegate: Int
    /// The number of the rule in the list `url`; `nil` without `url`.
    let element: Int?
    let rule: LinkRuleChains?
    /// One of them must match.
    var types: [TypePattern]
    /// One of them must be met, as far as `evt` and the rule agree; never empty.
    var events: EventTests
    /// The values of `where` by path.
    let fields: [String: [Value]]
    /// Conditions that are not known here.
    let others: [Interests.Condition]
    /// Whether its rule is one of the ``ImpossibleCondition``s, though an unusual event may meet it.
    var isImpossible = false

    /// How specific its rule is, as captures and ``DelegateOrder/mostSpecific`` compare rules; lowest without a rule.
    var specificity: [Int] { rule?.specificity ?? [] }

    /// Whether only an event with a valid link can meet it.
    var asksForLink: Bool { rule != nil || events.asksForLink }

    /// Whether the event of following a link may meet it, as far as its type is concerned.
    var takesTypesOfLinks: Bool {
        types.contains { type in
            type.description.hasPrefix("link.") || type.matches("link.drill")
                || type.matches("link.url")
        }
    }

    /// Whether every event that meets another box meets this one.
    func covers(_ other: DelegateBox) -> Bool {
        other.types.allSatisfy { type in types.contains { $0 == type || $0.covers(type) } }
            && events.covers(other.events)
            && coversRule(of: other)
            && fields.allSatisfy { path, values in
                other.fields[path]?.allSatisfy(values.contains) ?? false
            }
            && others.allSatisfy(other.others.contains)
    }

    private func coversRule(of other: DelegateBox) -> Bool {
        guard let rule else { return true }
        guard let narrow = other.rule else { return rule.asksNothing && other.asksForLink }
        return rule.covers(narrow)
    }

    /// The relations between the events of two boxes in one dimension, for some elements of their lists.
    struct Relations: OptionSet {
        let rawValue: Int
        static let equal = Relations(rawValue: 1)
        static let wider = Relations(rawValue: 2)
        static let narrower = Relations(rawValue: 4)
        static let crossing = Relations(rawValue: 8)

        init(rawValue: Int) { self.rawValue = rawValue }

        init(covers: Bool, isCovered: Bool) {
            self = covers ? (isCovered ? .equal : .wider) : isCovered ? .narrower : .crossing
        }
    }

    /// The relations of events, link rules and fields; empty where no event can meet both.
    func relations(to other: DelegateBox) -> [Relations] {
        [
            events.relations(to: other.events),
            ruleRelations(to: other),
            .init(
                covers: others.allSatisfy(other.others.contains),
                isCovered: other.others.allSatisfy(others.contains)),
        ]
            + fields.map { path, values in
                other.fields[path].map { Self.relation(values, $0) } ?? .narrower
            } + other.fields.keys.filter { fields[$0] == nil }.map { _ in .wider }
    }

    private func ruleRelations(to other: DelegateBox) -> Relations {
        if let rule, let others = other.rule, !rule.meetsTexts(of: others) { return [] }
        return .init(covers: coversRule(of: other), isCovered: other.coversRule(of: self))
    }

    private static func relation(_ one: [Value], _ other: [Value]) -> Relations {
        guard one.contains(where: other.contains) else { return [] }
        return .init(
            covers: other.allSatisfy(one.contains), isCovered: one.allSatisfy(other.contains))
    }

    /// The relations between two lists of event types.
    static func relations(_ one: [TypePattern], _ other: [TypePattern]) -> Relations {
        var relations: Relations = []
        for left in one {
            for right in other {
                let relation = Relations(
                    covers: left.covers(right), isCovered: right.covers(left))
                if relation != .crossing || left.example(alsoOf: right) != nil {
                    relations.insert(relation)
                }
            }
        }
        return relations
    }
}

extension [DelegateBox.Relations] {
    /// Whether some event can meet both boxes.
    var meet: Bool { !contains([]) }

    /// Whether, for some elements of lists, some event meets both boxes and each has others of its own.
    var cross: Bool {
        guard meet else { return false }
        if contains(where: { $0.contains(.crossing) }) { return true }
        let wider = indices.filter { self[$0].contains(.wider) }
        let narrower = indices.filter { self[$0].contains(.narrower) }
        return wider.contains { one in narrower.contains { $0 != one } }
    }
}
