import CRMPlugin

extension QueryCompiler {
    /// Compiles each filter to a condition.
    mutating func conditions(
        _ filters: [Query.Filter], on table: QueryTable
    ) throws(CRMFault) -> [SQL] {
        var all: [SQL] = []
        for filter in filters {
            if let condition = try condition(filter, on: table) { all.append(condition) }
        }
        return all
    }

    /// Compiles a filter; `nil` for one without conditions.
    private mutating func condition(
        _ filter: Query.Filter, on table: QueryTable
    ) throws(CRMFault) -> SQL? {
        var parts: [SQL] = []
        for condition in filter.conditions {
            parts.append(try self.condition(condition, on: table))
        }
        for inner in filter.filters {
            if let part = try condition(inner, on: table) { parts.append(part) }
        }
        for link in filter.links {
            guard link.kind.isSemiJoin else {
                throw CRMFault(
                    .queryBadJoin,
                    "the link-type \"\(link.kind.rawValue)\" is not allowed in a filter; use \"any\", \"not any\", \"all\" or \"not all\""
                )
            }
            parts.append(try existence(link, of: table, filtered: true))
        }
        if parts.isEmpty { return nil }
        return filter.isOr ? parts.disjunction : parts.conjunction
    }

    private mutating func condition(
        _ condition: Query.Condition, on table: QueryTable
    ) throws(CRMFault) -> SQL {
        let table =
            if let name = condition.entityName, !name.isEmpty {
                try self.table(named: name)
            } else { table }
        let attribute = try table.require(condition.attribute)
        guard attribute.isStored else {
            throw CRMFault(
                .notSupported,
                "the column \(attribute.logicalName) of \(table.definition.logicalName) cannot be searched; link to activityparty instead"
            )
        }
        if let other = condition.valueOf {
            return try compare(table, attribute, condition.operator, with: other)
        }
        return try ConditionCompiler(
            schema: schema, context: context, table: table, attribute: attribute,
            comparison: condition.operator, values: condition.values
        ).sql()
    }

    /// Two columns: `name` of the same table, `alias.name` of another.
    private func compare(
        _ table: QueryTable, _ attribute: AttributeDefinition, _ comparison: ConditionOperator,
        with text: String
    ) throws(CRMFault) -> SQL {
        let parts = text.split(separator: ".", maxSplits: 1)
        let other = parts.count == 2 ? try self.table(named: String(parts[0])) : table
        let column = try other.require(parts.last.map(String.init) ?? "")
        guard
            attribute.type == column.type || attribute.isIdentity && column.isIdentity
                || attribute.isText && column.isText
        else {
            throw CRMFault(
                .invalidArgument,
                "valueof compares columns of one type; \(attribute.logicalName) is \(attribute.type.rawValue), \(column.logicalName) is \(column.type.rawValue)"
            )
        }
        let (one, two) = (table.compared(attribute), other.compared(column))
        return switch comparison {
        case .notEqual: "\(one) <> \(two)"
        case .greaterThan: "\(one) > \(two)"
        case .greaterEqual: "\(one) >= \(two)"
        case .lessThan: "\(one) < \(two)"
        case .lessEqual: "\(one) <= \(two)"
        default: "\(one) = \(two)"
        }
    }
}
