import CRMPlugin
import PeriluneStore

extension QueryCompiler {
    /// The order of records; its last keys make it total, so that pages neither overlap nor leave gaps.
    func addOrder(
        _ query: Query, _ root: QueryTable, _ joins: Joins, to compiled: inout CompiledQuery
    ) throws(CRMFault) {
        for order in query.orders {
            let table =
                if let name = order.entityName, !name.isEmpty { try table(named: name) } else {
                    root
                }
            try add(order, of: table, root, isRaw: query.rawOrder, to: &compiled)
        }
        for (link, table) in joins.joined {
            for order in link.orders {
                try add(order, of: table, root, isRaw: query.rawOrder, to: &compiled)
            }
        }
        if query.distinct {
            for position in compiled.select.indices
            where !compiled.keys.contains(where: { $0.position == position }) {
                compiled.keys.append(
                    OrderKey(
                        expression: compiled.select[position], position: position, name: "",
                        reading: .int))
            }
            return
        }
        compiled.appendIdentity(of: root, isRoot: true)
        for table in joins.multiplying { compiled.appendIdentity(of: table, isRoot: false) }
    }

    private func add(
        _ order: Query.Order, of table: QueryTable, _ root: QueryTable, isRaw: Bool,
        to compiled: inout CompiledQuery
    ) throws(CRMFault) {
        if order.isAlias {
            guard let column = compiled.output.first(where: { $0.key == order.attribute }) else {
                throw CRMFault(
                    .queryInvalidAlias,
                    "the order names the alias \(order.attribute), which no column has")
            }
            let position = column.position
            compiled.keys.append(
                OrderKey(
                    expression: compiled.select[position], isDescending: order.descending,
                    position: position, name: column.key, reading: column.reading,
                    collation: column.collation))
            return
        }
        let attribute = try table.require(order.attribute)
        guard attribute.isStored else {
            throw CRMFault(
                .notSupported, "the result cannot be ordered by \(attribute.logicalName)")
        }
        let isRoot = table.number == root.number
        compiled.append(
            key(table, attribute, isRaw: isRaw), isDescending: order.descending,
            name: isRoot ? attribute.logicalName : "\(table.alias).\(attribute.logicalName)")
    }

    private typealias Key = (
        expression: SQL, reading: OutputColumn.Reading, collation: SQL
    )

    /// What a column is ordered by: a lookup by the name it shows, a choice by its label.
    private func key(_ table: QueryTable, _ attribute: AttributeDefinition, isRaw: Bool) -> Key {
        let column = table.column(attribute)
        if attribute.isChoice, !isRaw, !attribute.options.isEmpty {
            let cases = attribute.options.map { option -> SQL in
                "WHEN \(SQLValue.integer(Int64(option.value))) THEN \(SQLValue.text(option.label))"
            }
            return ("CASE \(column) \(cases.joined(" ")) END", .text, " COLLATE CRM")
        }
        if attribute.type.isReference {
            let names = attribute.targets.compactMap { target -> SQL? in
                guard let entity = schema.entity(target), let name = entity.primaryNameAttribute
                else { return nil }
                return
                    "(SELECT \(name: name) FROM \(name: target) WHERE \(name: entity.primaryIdAttribute) = \(column))"
            }
            if names.count == 1 { return (names[0], .text, " COLLATE CRM") }
            if names.count > 1 { return ("coalesce(\(names.joined(", ")))", .text, " COLLATE CRM") }
        }
        let collation: SQL =
            attribute.isText ? " COLLATE CRM" : attribute.type == .decimal ? " COLLATE DECIMAL" : ""
        return (column, attribute.reading ?? .text, collation)
    }
}

extension CompiledQuery {
    fileprivate mutating func append(
        _ key: (expression: SQL, reading: OutputColumn.Reading, collation: SQL),
        isDescending: Bool, name: String
    ) {
        let position = position(of: key.expression)
        // A second order by the same column decides nothing.
        guard !keys.contains(where: { $0.position == position }) else { return }
        keys.append(
            OrderKey(
                expression: key.expression, isDescending: isDescending, position: position,
                name: name, reading: key.reading, collation: key.collation))
    }

    fileprivate mutating func appendIdentity(of table: QueryTable, isRoot: Bool) {
        let id = table.definition.primaryIdAttribute
        append(
            (table.id, .guid, ""), isDescending: false, name: isRoot ? id : "\(table.alias).\(id)")
    }
}
