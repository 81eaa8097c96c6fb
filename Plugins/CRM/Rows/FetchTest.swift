import PeriluneCore

/// The test of an argument, expressed as conditions of a query.
struct FetchTest {
    private let test: RowRequest.Test
    private let attribute: AttributeDefinition?

    init(_ test: RowRequest.Test, _ attribute: AttributeDefinition?) {
        self.test = test
        self.attribute = attribute
    }

    /// Replaces the values of a condition in a query by this test; `nil` if the condition's operator cannot express it.
    ///
    /// An empty filter matches every row.
    func filter(_ condition: Query.Condition) -> Query.Filter? {
        let isNegated: Bool
        switch condition.operator {
        case .equal, .in: isNegated = false
        case .notEqual, .notIn: isNegated = true
        default:
            guard case .equals(let value) = test, value != .null else { return nil }
            return Query.Filter([condition.with(condition.operator, [text(value)])])
        }
        switch test {
        case .equals(.null):
            return Query.Filter([condition.with(isNegated ? .notNull : .null)])
        case .equals(let value):
            return Query.Filter([
                condition.with(isNegated ? .notEqual : .equal, [text(value)])
            ])
        case .between(let low, let high):
            return Query.Filter([
                condition.with(
                    isNegated ? .notBetween : .between, [text(.number(low)), text(.number(high))])
            ])
        case .among(let values):
            let known = values.filter { $0 != .null }
            var filter = Query.Filter(or: !isNegated)
            if known.count < values.count {
                filter.conditions.append(condition.with(isNegated ? .notNull : .null))
            }
            if !known.isEmpty {
                filter.conditions.append(
                    condition.with(isNegated ? .notIn : .in, known.map(text)))
            }
            guard values.isEmpty, !isNegated else { return filter }
            // "One of none" never holds: no value is both null and not null.
            return Query.Filter([condition.with(.null), condition.with(.notNull)])
        }
    }

    /// A condition on an attribute that is met by every matching value, and possibly others; `nil` if there is none.
    func condition(on attribute: AttributeDefinition) -> Query.Condition? {
        let condition = Query.Condition(attribute.logicalName, .equal)
        switch test {
        case .between(let low, let high):
            guard Self.numbers.contains(attribute.type) else { return nil }
            return condition.with(.between, [text(.number(low)), text(.number(high))])
        case .equals(let value):
            return isExact(value) ? condition.with(.equal, [text(value)]) : nil
        case .among(let values):
            guard !values.isEmpty, values.allSatisfy(isExact) else { return nil }
            return condition.with(.in, values.map(text))
        }
    }

    private static let numbers: Set<AttributeType> = [.bigInt, .decimal, .double, .integer, .money]
    private static let choices: Set<AttributeType> = [.boolean, .picklist, .state, .status]

    /// Whether a condition on this value in CRM returns exactly the rows that show it.
    private func isExact(_ value: Value) -> Bool {
        guard let attribute else { return false }
        switch (attribute.type, value) {
        case (.string, .string(let text)), (.memo, .string(let text)): return !text.isEmpty
        case (.bigInt, .integer), (.integer, .integer), (.decimal, .integer), (.money, .integer):
            return true
        case (let type, _) where Self.choices.contains(type): return option(value) != nil
        default: return false
        }
    }

    /// The number of the choice that a value shows.
    private func option(_ value: Value) -> Int32? {
        switch value {
        case .string(let label):
            let named = attribute?.options.filter { $0.label == label } ?? []
            return named.count == 1 ? named[0].value : nil
        case .integer(let number): return Int32(exactly: number)
        default: return nil
        }
    }

    /// A value as FetchXML writes it.
    private func text(_ value: Value) -> CRMValue {
        if let attribute, Self.choices.contains(attribute.type), let option = option(value) {
            return .string("\(option)")
        }
        return switch value {
        case .string(let text): .string(text)
        case .number(let number): .string(CRMDecimal(number)?.description ?? "\(number)")
        default: .string(value.json)
        }
    }
}

extension Query.Condition {
    /// The same condition with another comparison.
    fileprivate func with(
        _ comparison: ConditionOperator, _ values: [CRMValue] = []
    ) -> Query.Condition {
        var copy = self
        copy.operator = comparison
        copy.values = values
        return copy
    }
}
