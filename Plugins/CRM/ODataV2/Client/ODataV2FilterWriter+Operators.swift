import PeriluneCore

/// Translates operators of queries.
extension ODataV2FilterWriter.Column {
    /// `nil` if OData v2 has no equivalent.
    func comparisonForm(
        _ operator: ConditionOperator, _ values: [ODataLiteral]
    ) throws(CRMError) -> ODataExpression.Form? {
        switch `operator` {
        case .equal: compare(.eq, values)
        case .notEqual: compare(.ne, values)
        case .greaterThan: compare(.gt, values)
        case .greaterEqual: compare(.ge, values)
        case .lessThan: compare(.lt, values)
        case .lessEqual: compare(.le, values)
        case .null: compare(.eq, [.null])
        case .notNull: compare(.ne, [.null])
        case .in: combine(values.compactMap { compare(.eq, [$0]) }, or: true)
        case .notIn: combine(values.compactMap { compare(.ne, [$0]) }, or: false)
        case .between where values.count == 2:
            combine([(.ge, values[0]), (.le, values[1])], or: false)
        case .notBetween where values.count == 2:
            combine([(.lt, values[0]), (.gt, values[1])], or: true)
        case .like: try text(values)
        case .notLike: try negated(text(values))
        case .beginsWith: text(.startswith, values)
        case .doesNotBeginWith: negated(text(.startswith, values))
        case .endsWith: text(.endswith, values)
        case .doesNotEndWith: negated(text(.endswith, values))
        default: nil
        }
    }

    private func compare(
        _ comparison: ODataExpression.Comparison, _ values: [ODataLiteral]
    ) -> ODataExpression.Form? {
        guard values.count == 1, let value = values.first else { return nil }
        return .comparison(
            comparison, ODataExpression(.path(path)), ODataExpression(.literal(value)))
    }

    private func combine(
        _ comparisons: [(ODataExpression.Comparison, ODataLiteral)], or isOr: Bool
    ) -> ODataExpression.Form? {
        combine(comparisons.compactMap { compare($0.0, [$0.1]) }, or: isOr)
    }

    private func combine(_ forms: [ODataExpression.Form], or isOr: Bool) -> ODataExpression.Form? {
        ODataV2FilterWriter.combine(forms.map { ODataExpression($0) }, or: isOr)?.form
    }

    private func negated(_ form: ODataExpression.Form?) -> ODataExpression.Form? {
        form.map { .not(ODataExpression($0)) }
    }

    private func text(
        _ function: ODataExpression.TextFunction, _ values: [ODataLiteral]
    ) -> ODataExpression.Form? {
        guard case .string? = values.first, values.count == 1 else { return nil }
        return .text(function, path, values[0])
    }

    /// The service only supports patterns with `%` at the ends.
    private func text(_ values: [ODataLiteral]) throws(CRMError) -> ODataExpression.Form? {
        guard values.count == 1, case .string(let pattern)? = values.first else { return nil }
        var inner = pattern[...]
        let begins = inner.first == "%"
        if begins { inner.removeFirst() }
        let ends = inner.last == "%"
        if ends { inner.removeLast() }
        guard !inner.contains(where: { "%_[".contains($0) }) else {
            throw .unsupported("match the pattern '\(pattern.prefix(100))'")
        }
        let literal = ODataLiteral.string(String(inner))
        return switch (begins, ends) {
        case (true, true): .text(.contains, path, literal)
        case (true, false): .text(.endswith, path, literal)
        case (false, true): .text(.startswith, path, literal)
        case (false, false): compare(.eq, [literal])
        }
    }

    /// A value as a constant; FetchXML has texts, whatever the type of the column.
    func literal(_ value: CRMValue) throws(CRMError) -> ODataLiteral {
        var value = value
        if case .string(let text) = value, !attribute.type.isText,
            let typed = attribute.type.value(of: text)
        {
            value = typed
        }
        switch value {
        case .null: return .null
        case .string(let text) where attribute.type.isText: return .string(text)
        case .bool(let value): return .bool(value)
        case .int(let number): return .number(String(number))
        case .long(let number): return .number("\(number)L")
        case .double(let number) where number.isFinite: return .number(number.description)
        case .decimal(let number): return Self.literal(number)
        case .money(let money): return Self.literal(money.value)
        case .option(let option): return .number(String(option.value))
        case .date(let time): return .date(time)
        case .guid(let id): return .guid(id)
        case .reference(let reference): return .guid(reference.id)
        default:
            throw .unsupported("compare \(attribute.logicalName) with this value")
        }
    }

    /// Without the suffix a fraction would be a floating-point number.
    private static func literal(_ number: CRMDecimal) -> ODataLiteral {
        .number(Int32(number.description) == nil ? "\(number)M" : number.description)
    }
}
