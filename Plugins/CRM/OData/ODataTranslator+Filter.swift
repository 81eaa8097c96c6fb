package import PeriluneCore

extension ODataTranslator {
    /// The filter that holds where the expression does.
    package mutating func filter(
        _ expression: ODataExpression
    ) throws(PeriluneError) -> Query.Filter {
        try filter(expression, negated: false)
    }

    /// FetchXML has no `not` around a filter: it is carried down to the operators.
    private mutating func filter(
        _ expression: ODataExpression, negated: Bool
    ) throws(PeriluneError) -> Query.Filter {
        switch expression.form {
        case .and(let parts): return try combine(parts, or: negated, negated: negated)
        case .or(let parts): return try combine(parts, or: !negated, negated: negated)
        case .not(let inner): return try filter(inner, negated: !negated)
        case .comparison(let comparison, let left, let right):
            return try compare(comparison, left, right, negated: negated)
        case .text(let function, let path, let value):
            return Query.Filter([try text(function, path, value, negated: negated)])
        case .isIn(let path, let values):
            return try list(negated ? .notIn : .in, path, values)
        case .query(let function, let path, let values):
            guard let function = negated ? function.opposite : function else {
                throw expression.error("not is not allowed before \(function.queryFunction)")
            }
            return try query(function, path, values)
        case .lambda(let lambda):
            return Query.Filter(links: [try link(lambda, expression, negated: negated)])
        case .path(let path):
            let column = try column(path)
            guard column.attribute.type == .boolean else {
                throw path.error(
                    "\(path.text) alone is not a condition", hint: "compare it, for example with eq"
                )
            }
            return Query.Filter([column.condition(.equal, [.bool(!negated)])])
        case .literal: throw expression.error("a value alone is not a condition")
        }
    }

    private mutating func combine(
        _ parts: [ODataExpression], or isOr: Bool, negated: Bool
    ) throws(PeriluneError) -> Query.Filter {
        var whole = Query.Filter(or: isOr)
        for part in parts {
            let filter = try filter(part, negated: negated)
            let count = filter.conditions.count + filter.filters.count + filter.links.count
            if count == 1 || filter.isOr == isOr {
                whole.conditions += filter.conditions
                whole.filters += filter.filters
                whole.links += filter.links
            } else {
                whole.filters.append(filter)
            }
        }
        return whole
    }

    private mutating func compare(
        _ comparison: ODataExpression.Comparison, _ left: ODataExpression,
        _ right: ODataExpression, negated: Bool
    ) throws(PeriluneError) -> Query.Filter {
        let comparison = negated ? comparison.opposite : comparison
        switch (left.form, right.form) {
        case (.path(let path), .literal(let literal)):
            return Query.Filter([try compare(comparison, path, literal, right)])
        case (.literal(let literal), .path(let path)):
            return Query.Filter([try compare(comparison.mirrored, path, literal, left)])
        case (.path(let one), .path(let other)):
            let (one, other) = (try column(one), try column(other))
            let name = other.attribute.logicalName
            var condition = one.condition(comparison.condition, [])
            condition.valueOf = other.alias.map { "\($0).\(name)" } ?? name
            return Query.Filter([condition])
        case (_, .literal(.bool(let value))):
            // `substringof('x',Name) eq true`, as clients of version 2 write it.
            guard comparison == .eq || comparison == .ne else {
                throw right.error("compare a condition with eq or ne only")
            }
            return try filter(left, negated: value != (comparison == .eq))
        default:
            throw left.error("a comparison requires a property on one side and a value or property")
        }
    }

    private mutating func compare(
        _ comparison: ODataExpression.Comparison, _ path: ODataPath, _ literal: ODataLiteral,
        _ place: ODataExpression
    ) throws(PeriluneError) -> Query.Condition {
        let column = try column(path)
        if literal == .null {
            guard comparison == .eq || comparison == .ne else {
                throw place.error("compare null with eq or ne only")
            }
            return column.condition(comparison == .eq ? .null : .notNull, [])
        }
        let value = try column.attribute.value(of: literal, at: place.column)
        return column.condition(comparison.condition, [value])
    }

    private mutating func text(
        _ function: ODataExpression.TextFunction, _ path: ODataPath, _ literal: ODataLiteral,
        negated: Bool
    ) throws(PeriluneError) -> Query.Condition {
        let column = try column(path)
        guard [.string, .memo, .entityName].contains(column.attribute.type) else {
            throw path.error("\(path.text) is not a string")
        }
        guard case .string(let text) = literal else {
            throw path.error("\(function.rawValue) requires a string in single quotes")
        }
        // A class of one character takes the meaning from the wildcards of `like`.
        let plain = text.map { "%_[".contains($0) ? "[\($0)]" : String($0) }.joined()
        let pattern =
            switch function {
            case .contains: "%\(plain)%"
            case .startswith: "\(plain)%"
            case .endswith: "%\(plain)"
            }
        return column.condition(negated ? .notLike : .like, [.string(pattern)])
    }

    private mutating func list(
        _ function: ConditionOperator, _ path: ODataPath, _ literals: [ODataLiteral]
    ) throws(PeriluneError) -> Query.Filter {
        let column = try column(path)
        var values: [CRMValue] = []
        for literal in literals {
            values.append(try column.attribute.value(of: literal, at: path.column))
        }
        return Query.Filter([column.condition(function, values)])
    }

    private mutating func query(
        _ function: ConditionOperator, _ path: ODataPath, _ literals: [ODataLiteral]
    ) throws(PeriluneError) -> Query.Filter {
        // A quoted property name does not contain the variable of a lambda.
        let path = ODataPath((variable.map { [$0] } ?? []) + path.names, column: path.column)
        guard function.takesNumbers || [.like, .notLike].contains(function) else {
            return try list(function, path, literals)
        }
        let column = try column(path)
        var values: [CRMValue] = []
        for literal in literals {
            switch literal {
            case .number(let text), .string(let text):
                if !function.takesNumbers {
                    values.append(.string(text))
                } else if let number = Int32(text) {
                    values.append(.int(number))
                } else {
                    fallthrough
                }
            default: throw path.error("\(function.queryFunction) takes integers")
            }
        }
        return Query.Filter([column.condition(function, values)])
    }
}

extension ODataTranslator.Column {
    func condition(_ function: ConditionOperator, _ values: [CRMValue]) -> Query.Condition {
        Query.Condition(attribute.logicalName, function, values, entityName: alias)
    }
}

extension ODataExpression {
    func error(_ message: String, hint: String? = nil) -> PeriluneError {
        ODataPath([], column: column).error(message, hint: hint)
    }
}
