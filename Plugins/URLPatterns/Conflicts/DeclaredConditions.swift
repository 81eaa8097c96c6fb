import PeriluneCore

/// A condition of a delegate that no event meets, together with its others.
package struct ImpossibleCondition: Hashable {
    /// The place of the declaration.
    package let place: DelegateConflicts.Place
    /// Why no event meets it.
    package let reason: String
    /// The correct form.
    package let hint: String
}

/// The parsed conditions of a delegate.
struct DeclaredConditions {
    private let types: [TypePattern]
    private var events: [EventTest]?
    /// The rules with their indices in the list `url`.
    private var rules: [(element: Int, rule: LinkRule)]?
    private var fields: [String: [Value]] = [:]
    private var others: [Interests.Condition] = []

    init(_ interests: Interests) {
        types = interests.types
        for condition in interests.conditions {
            switch (condition.field, condition.value) {
            case ("evt", let value) where events == nil: events = EventTest.declared(value)
            case ("url", let value) where rules == nil:
                let texts = value.array ?? [value]
                let parsed = texts.compactMap { $0.string.flatMap { try? LinkRule.rules($0) } }
                guard parsed.count == texts.count else {
                    others.append(condition)
                    continue
                }
                rules = parsed.enumerated().flatMap { element, rules in
                    rules.map { (element, $0) }
                }
            case ("where", .object(let tests)) where fields.isEmpty:
                for test in tests.pairs { fields[test.name] = test.value.array ?? [test.value] }
            default: others.append(condition)
            }
        }
    }

    /// One box for each rule, of alternatives too, that an event can meet together with `evt`.
    func boxes(_ delegate: Int) -> [DelegateBox] {
        guard let rules else { return [box(delegate, nil, nil, events ?? [.any])] }
        return rules.compactMap { element, rule in
            let chains = LinkRuleChains(rule)
            let events = (events ?? [.any]).compactMap { $0.narrowed(by: chains.events) }
            guard !events.isEmpty else { return nil }
            var found = box(delegate, element, chains, events)
            found.isImpossible = isOnly("link.invalid") || problem(of: rule) != nil
            return found
        }
    }

    private func box(
        _ delegate: Int, _ element: Int?, _ rule: LinkRuleChains?, _ events: [EventTest]
    ) -> DelegateBox {
        DelegateBox(
            delegate: delegate, element: element, rule: rule, types: types,
            events: EventTests(events),
            fields: fields, others: others)
    }

    /// Conditions that no event meets; `boxes` are those that an event can meet as far as `evt` and `url` decide.
    func impossible(_ boxes: [DelegateBox], _ delegate: Int) -> [ImpossibleCondition] {
        func finding(
            _ field: String, _ element: Int, _ reason: String, _ hint: String
        )
            -> ImpossibleCondition
        {
            ImpossibleCondition(
                place: .init(delegate, field, element), reason: reason, hint: hint)
        }
        if isOnly("link.invalid"), events != nil || rules != nil {
            return [
                finding(
                    events == nil ? "url" : "evt", 0,
                    "'evt' and 'url' match valid links only, and a link.invalid event has none",
                    "test the text of the link in shouldHandle")
            ]
        }
        if isOnly("link.url"), events != nil {
            return [finding("evt", 0, Self.hasEvent, "write on = \"link.drill\"")]
        }
        var found: [ImpossibleCondition] = []
        let possible = Set(boxes.compactMap(\.element))
        for (element, rule) in rules ?? [] where found.last?.place.element != element {
            if let (reason, hint) = problem(of: rule) {
                found.append(finding("url", element, reason, hint))
            } else if !possible.contains(element) {
                found.append(
                    finding(
                        "url", element, "'evt' does not allow the event of this rule",
                        "give one of them another number, or remove one"))
            }
        }
        let elements = Set((events ?? []).compactMap(\.element))
        guard elements.count > 1, !possible.isEmpty else { return found }
        let allowed = Set(boxes.flatMap(\.events.list).compactMap(\.element))
        for element in elements.subtracting(allowed).sorted() {
            found.append(
                finding("evt", element, "no rule of 'url' is for this event", "remove it"))
        }
        return found
    }

    /// Why no event meets a rule, and what to write instead.
    private func problem(of rule: LinkRule) -> (reason: String, hint: String)? {
        if let text = rule.eventText {
            return (
                "an event number has digits only, not '\(text)'",
                "write one number in each rule, or a list such as evt = { 4001, 4002 }"
            )
        }
        if isOnly("link.url"), rule.asksForEvent {
            return (Self.hasEvent, "write on = \"link.drill\"")
        }
        if isOnly("link.drill") || events != nil, !rule.asksForEvent, let scheme = rule.scheme,
            Self.schemesWithoutEvents.contains(scheme)
        {
            return (
                "a \(scheme) link has no 'evt', so its type is link.url",
                "write on = \"link.url\", without 'evt'"
            )
        }
        return nil
    }

    private static let hasEvent = "a link with 'evt' is a link.drill event, never link.url"

    private func isOnly(_ type: String) -> Bool { types.allSatisfy { $0.description == type } }

    /// Their grammars have no parameters, or others.
    private static let schemesWithoutEvents: Set<String> = ["tel", "sms", "mailto"]
}

extension EventTest {
    fileprivate static var any: EventTest { EventTest(chain: []) }
}

extension LinkRule {
    fileprivate var asksForEvent: Bool { event != nil || query.contains { $0.name == "evt" } }

    /// The text that the rule requires of `evt`, if it cannot be a number.
    fileprivate var eventText: String? {
        query.lazy.compactMap { parameter in
            if parameter.name == "evt", case .equals(let text) = parameter.condition {
                text
            } else {
                nil
            }
        }.first
    }
}

extension Interests {
    /// The declaration with a name.
    func value(of field: String) -> Value? { conditions.first { $0.field == field }?.value }
}
