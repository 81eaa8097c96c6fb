import PeriluneCore

/// Conditions of a query as an expression of OData v2.
struct ODataV2FilterWriter {
    private let names: ODataNames
    private let table: EntityDefinition
    /// The tables that are joined, by alias.
    private let tables: [String: (property: String, table: EntityDefinition)]

    /// The path of a column, and the column.
    struct Column {
        var path: ODataPath
        var attribute: AttributeDefinition
    }

    init(
        _ names: ODataNames, _ table: EntityDefinition,
        tables: [String: (property: String, table: EntityDefinition)]
    ) {
        self.names = names
        self.table = table
        self.tables = tables
    }

    static func combine(_ parts: [ODataExpression], or isOr: Bool) -> ODataExpression? {
        if parts.count < 2 { return parts.first }
        return ODataExpression(isOr ? .or(parts) : .and(parts))
    }

    /// `nil` for a filter that says nothing.
    func expression(
        _ filter: Query.Filter, in alias: String? = nil
    ) throws(CRMError) -> ODataExpression? {
        guard filter.links.isEmpty else { throw .unsupported("ask for related records") }
        var parts: [ODataExpression] = []
        for condition in filter.conditions { parts.append(try expression(condition, in: alias)) }
        for filter in filter.filters {
            if let part = try expression(filter, in: alias) { parts.append(part) }
        }
        return Self.combine(parts, or: filter.isOr)
    }

    /// Parts of complex values are addressed one by one: `PrimaryContactId/Id`, `Revenue/Value`.
    func path(_ name: String, in alias: String?) throws(CRMError) -> Column {
        var (path, owner) = ([String](), table)
        if let alias {
            guard let (property, table) = tables[alias] else {
                throw .unsupported("find the table \(alias) of a condition")
            }
            (path, owner) = ([property], table)
        }
        let attribute = try CRMError.wrapping { [owner] () throws(CRMFault) in
            try owner.require(attribute: name)
        }
        guard attribute.type.edmV2 != nil else {
            throw .unsupported("filter by \(owner.logicalName).\(name)")
        }
        path.append(names.property(of: attribute))
        if attribute.type.isComplexV2 { path.append(attribute.type.isReference ? "Id" : "Value") }
        return Column(path: ODataPath(path), attribute: attribute)
    }

    private func expression(
        _ condition: Query.Condition, in alias: String?
    ) throws(CRMError) -> ODataExpression {
        guard condition.valueOf == nil else { throw .unsupported("compare two columns") }
        let column = try path(condition.attribute, in: condition.entityName ?? alias)
        var literals: [ODataLiteral] = []
        for value in condition.values { literals.append(try column.literal(value)) }
        if let form = try column.form(condition.operator, literals) { return ODataExpression(form) }
        throw .unsupported("compare by the operator \(condition.operator.rawValue)")
    }
}

extension ODataV2FilterWriter.Column {
    /// `nil` for what the service has no words for.
    func form(
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
        case .in: any(of: values.compactMap { compare(.eq, [$0]) }, or: true)
        case .notIn: any(of: values.compactMap { compare(.ne, [$0]) }, or: false)
        case .between where values.count == 2:
            any(of: [(.ge, values[0]), (.le, values[1])], or: false)
        case .notBetween where values.count == 2:
            any(of: [(.lt, values[0]), (.gt, values[1])], or: true)
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

    private func any(
        of comparisons: [(ODataExpression.Comparison, ODataLiteral)], or isOr: Bool
    ) -> ODataExpression.Form? {
        any(of: comparisons.compactMap { compare($0.0, [$0.1]) }, or: isOr)
    }

    private func any(of forms: [ODataExpression.Form], or isOr: Bool) -> ODataExpression.Form? {
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

    /// `%` at the ends is all of a pattern that the service can say.
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

    /// A value as a constant; FetchXML brings texts, whatever the column is.
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

extension ODataExpression {
    /// All properties that it speaks of.
    package var paths: [ODataPath] {
        switch form {
        case .literal: []
        case .path(let path), .text(_, let path, _), .isIn(let path, _), .query(_, let path, _):
            [path]
        case .comparison(_, let left, let right): left.paths + right.paths
        case .and(let parts), .or(let parts): parts.flatMap(\.paths)
        case .not(let inner): inner.paths
        case .lambda(let lambda): [lambda.path]
        }
    }
}
