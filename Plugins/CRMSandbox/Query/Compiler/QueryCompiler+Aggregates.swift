import CRMPlugin

extension QueryCompiler {
    /// The columns of an aggregate query: groups and what is computed of each, all aliased.
    func addAggregates(
        _ query: Query, _ root: QueryTable, _ joins: Joins, to compiled: inout CompiledQuery
    ) throws(CRMFault) {
        for column in query.columns { try add(aggregate: column, of: root, to: &compiled) }
        for (link, table) in joins.joined {
            guard !link.allColumns else {
                throw CRMFault(
                    .queryBadAggregate,
                    "<all-attributes> cannot stand in an aggregate query; name the columns of \(link.entity)"
                )
            }
            for column in link.columns { try add(aggregate: column, of: table, to: &compiled) }
        }
        for order in query.orders + joins.joined.flatMap(\.link.orders) {
            guard let column = compiled.output.first(where: { $0.key == order.attribute }) else {
                throw CRMFault(
                    .queryInvalidAlias,
                    "the order names the alias \(order.attribute), which no column has")
            }
            compiled.keys.append(
                OrderKey(
                    expression: compiled.select[column.position], isDescending: order.descending,
                    position: column.position, name: column.key, reading: column.reading,
                    collation: column.collation))
        }
        // Without it the order of groups, and so their pages, would be left to chance.
        for position in compiled.groups
        where !compiled.keys.contains(where: { $0.position == position }) {
            compiled.keys.append(
                OrderKey(
                    expression: compiled.select[position], position: position, name: "",
                    reading: .int))
        }
    }

    private func add(
        aggregate column: Query.Column, of table: QueryTable, to compiled: inout CompiledQuery
    ) throws(CRMFault) {
        let attribute = try table.require(column.name)
        guard attribute.isStored, var reading = attribute.reading, let alias = column.alias else {
            throw CRMFault(
                .queryBadAggregate, "the column \(column.name) cannot be aggregated or grouped")
        }
        let value = table.column(attribute)
        if column.countChildren {
            throw CRMFault(
                .queryBadAggregate, "CountChildren is not allowed in an aggregate query")
        }
        if let aggregate = column.aggregate {
            let sql = try self.sql(aggregate, column, attribute, table, &reading)
            compiled.select.append(sql)
            compiled.output.append(
                OutputColumn(
                    key: alias, attribute: attribute, entity: table.definition.logicalName,
                    isAliased: true, reading: reading, position: compiled.select.count - 1))
            return
        }
        var expression = value
        if let grouping = column.dateGrouping {
            guard attribute.type == .dateTime else {
                throw CRMFault(
                    .queryBadAggregate,
                    "dategrouping needs a date; \(column.name) is \(attribute.type.rawValue)")
            }
            expression = QueryFunctions.part(
                grouping, of: value, context, isLocal: column.userTimeZone)
            let isFiscal = grouping == .fiscalYear || grouping == .fiscalPeriod
            reading = isFiscal ? .part(grouping) : .int
        }
        compiled.select.append(expression)
        let position = compiled.select.count - 1
        compiled.groups.append(position)
        var output = OutputColumn(
            key: alias, attribute: attribute, entity: table.definition.logicalName,
            isAliased: true, reading: reading, position: position)
        if let name = attribute.typeColumn {
            compiled.select.append("t\(table.number).\(name: name)")
            output.typePosition = position + 1
            compiled.groups.append(position + 1)
        }
        compiled.output.append(output)
    }

    private func sql(
        _ aggregate: Query.Aggregate, _ column: Query.Column, _ attribute: AttributeDefinition,
        _ table: QueryTable, _ reading: inout OutputColumn.Reading
    ) throws(CRMFault) -> SQL {
        let value = table.compared(attribute)
        switch aggregate {
        case .count:
            reading = .int
            return "count(*)"
        case .countColumn:
            reading = .int
            return column.distinct ? "count(DISTINCT \(value))" : "count(\(value))"
        case .min, .max:
            guard [.int, .long, .double, .money, .decimal, .date, .text].contains(reading) else {
                throw unfit(aggregate, attribute)
            }
            return aggregate == .min ? "min(\(value))" : "max(\(value))"
        case .sum:
            switch reading {
            case .int, .long, .double, .money: return "sum(\(value))"
            case .decimal: return "crm_sum(\(value))"
            default: throw unfit(aggregate, attribute)
            }
        case .avg:
            switch reading {
            // The mean of whole numbers is one, as in SQL Server.
            case .int, .long: return "sum(\(value)) / count(\(value))"
            case .double: return "avg(\(value))"
            case .decimal: return "crm_avg(\(value))"
            case .money:
                reading = .moneyMean
                return "crm_avg(\(value))"
            default: throw unfit(aggregate, attribute)
            }
        }
    }

    private func unfit(_ aggregate: Query.Aggregate, _ attribute: AttributeDefinition) -> CRMFault {
        CRMFault(
            .queryBadAggregate,
            "the aggregate \"\(aggregate.rawValue)\" does not work on '\(attribute.logicalName)' of type \(attribute.type.rawValue); use count or countcolumn"
        )
    }
}

extension OutputColumn {
    var collation: SQL {
        switch reading {
        case .text: " COLLATE CRM"
        case .decimal, .moneyMean: " COLLATE DECIMAL"
        default: ""
        }
    }
}
