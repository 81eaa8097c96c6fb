import CRMPlugin
import PeriluneStore

/// One condition as SQL.
///
/// Null follows from SQL itself: a comparison with it is never true, not even a negative one.
struct ConditionCompiler {
    let schema: Schema
    let context: QueryContext
    let table: QueryTable
    let attribute: AttributeDefinition
    let comparison: ConditionOperator
    let values: [CRMValue]

    var column: SQL { table.compared(attribute) }

    func sql() throws(CRMFault) -> SQL {
        if attribute.type == .multiSelectPicklist, let sets = try sets() { return sets }
        switch comparison {
        case .null: return "\(column) IS NULL"
        case .notNull: return "\(column) IS NOT NULL"
        case .equal, .notEqual, .greaterThan, .greaterEqual, .lessThan, .lessEqual:
            guard let value = try bound(values.first) else { return "0" }
            return compared(with: value)
        case .in, .notIn:
            // With an empty list, "in" never matches, and "not in" always does.
            if values.allSatisfy(\.flattened.isEmpty) {
                return comparison == .in ? "0" : "\(column) IS NOT NULL"
            }
            let list = try list()
            if list.isEmpty { return "0" }
            return comparison == .in ? "\(column) IN (\(list))" : "\(column) NOT IN (\(list))"
        case .between, .notBetween:
            guard let low = try bound(values.first), let high = try bound(values.last) else {
                return "0"
            }
            return comparison == .between
                ? "\(column) BETWEEN \(low) AND \(high)"
                : "\(column) NOT BETWEEN \(low) AND \(high)"
        case .like, .notLike, .beginsWith, .doesNotBeginWith, .endsWith, .doesNotEndWith:
            return try pattern()
        case .containValues, .doesNotContainValues: return try multiSelect()
        case .under, .underOrEqual, .notUnder, .above, .aboveOrEqual: return try hierarchy()
        case .equalUserId, .notEqualUserId, .equalUserTeams, .equalUserOrUserTeams,
            .equalUserOrUserHierarchy, .equalUserOrUserHierarchyAndTeams, .equalBusinessId,
            .notEqualBusinessId, .equalUserLanguage:
            return try caller()
        default: return try date()
        }
    }

    private func compared(with value: SQLValue) -> SQL {
        switch comparison {
        case .notEqual: "\(column) <> \(value)"
        case .greaterThan: "\(column) > \(value)"
        case .greaterEqual: "\(column) >= \(value)"
        case .lessThan: "\(column) < \(value)"
        case .lessEqual: "\(column) <= \(value)"
        default: "\(column) = \(value)"
        }
    }

    /// The values as parameters; null matches nothing and is left out.
    private func list() throws(CRMFault) -> SQL {
        var list: [SQL] = []
        for value in values {
            for value in value.flattened {
                // "Not one of these and null" is never true in SQL.
                guard let value = try bound(value) else {
                    if comparison == .notIn { return "" }
                    continue
                }
                list.append("\(value)")
            }
        }
        return list.joined(", ")
    }

    private func pattern() throws(CRMFault) -> SQL {
        guard attribute.isText else { throw unfit("a text column") }
        guard let text = values.first?.fetchText else { return "0" }
        let escaped = LikePattern.escape(text)
        let pattern =
            switch comparison {
            case .beginsWith, .doesNotBeginWith: escaped + "%"
            case .endsWith, .doesNotEndWith: "%" + escaped
            default: text
            }
        let match: SQL = "crm_like(\(table.column(attribute)), \(SQLValue.text(pattern)))"
        switch comparison {
        case .notLike, .doesNotBeginWith, .doesNotEndWith: return "NOT \(match)"
        default: break
        }
        let prefix = LikePattern(pattern).prefix
        if prefix.isEmpty { return match }
        // The range is what an index can use; no text sorts behind the last character of Unicode.
        let (low, high) = (SQLValue.text(prefix), SQLValue.text(prefix + "\u{10FFFF}"))
        return "(\(column) >= \(low) AND \(column) < \(high) AND \(match))"
    }

    private func multiSelect() throws(CRMFault) -> SQL {
        guard attribute.type == .multiSelectPicklist else {
            throw unfit("a column of several choices")
        }
        var parts: [SQL] = []
        for value in values {
            for number in try numbers(value) {
                let wanted = SQLValue.text(",\(number),")
                parts.append("instr(\(table.column(attribute)), \(wanted)) > 0")
            }
        }
        if parts.isEmpty { return "0" }
        return comparison == .containValues ? parts.disjunction : "NOT \(parts.disjunction)"
    }

    /// Several choices compared as a whole: the same ones, in whatever order they were set.
    private func sets() throws(CRMFault) -> SQL? {
        guard [.equal, .notEqual, .in, .notIn].contains(comparison) else { return nil }
        var sets: [SQL] = []
        for value in values {
            let wanted = Set(try numbers(value)).sorted().map { ",\($0)" }
            let length = wanted.reduce(1) { $0 + $1.utf8.count }
            var parts: [SQL] = ["length(\(column)) = \(SQLValue.integer(Int64(length)))"]
            for number in wanted {
                parts.append("instr(\(column), \(SQLValue.text(number + ","))) > 0")
            }
            sets.append(parts.conjunction)
        }
        if sets.isEmpty { return "0" }
        let isNegated = comparison == .notEqual || comparison == .notIn
        return isNegated ? "NOT \(sets.disjunction)" : sets.disjunction
    }

    /// The fault for an operator that is not valid for this column.
    func unfit(_ wanted: String) -> CRMFault {
        CRMFault(
            .queryBadOperator,
            "The operator \"\(comparison.rawValue)\" is not valid for the attribute '\(attribute.logicalName)' of type \(attribute.type.rawValue); it needs \(wanted)"
        )
    }
}

extension CRMValue {
    /// The members of a list, as QueryExpression passes one; anything else is alone.
    var flattened: [CRMValue] {
        switch self {
        case .guids(let values): values.map { .guid($0) }
        case .strings(let values): values.map { .string($0) }
        case .bools(let values): values.map { .bool($0) }
        case .references(let values), .referenceArray(let values): values.map { .reference($0) }
        default: [self]
        }
    }
}
