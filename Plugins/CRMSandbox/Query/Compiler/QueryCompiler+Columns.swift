import CRMPlugin

extension QueryCompiler {
    /// Adds the columns of records: their own directly, those of links as aliased values.
    func addColumns(
        _ query: Query, _ root: QueryTable, _ joins: Joins, to compiled: inout CompiledQuery
    ) throws(CRMFault) {
        let id = try root.require(root.definition.primaryIdAttribute)
        if !query.distinct {
            compiled.add(root, id, key: id.logicalName)
            compiled.idPosition = compiled.position(of: root.column(id))
            if let version = root.definition.attribute("versionnumber") {
                compiled.versionPosition = compiled.position(of: root.column(version))
            }
        }
        if query.allColumns {
            for attribute in root.definition.attributes where attribute.isAnswered {
                compiled.add(root, attribute, key: attribute.logicalName)
            }
        }
        for column in query.columns { try add(column, of: root, prefix: "", to: &compiled) }
        if !query.distinct, compiled.output.contains(where: { $0.reading == .money }),
            let currency = root.definition.attribute("transactioncurrencyid")
        {
            // An amount needs its currency.
            compiled.add(root, currency, key: currency.logicalName)
            compiled.currencyPosition = compiled.position(of: root.column(currency))
        }
        for (link, table) in joins.joined {
            let prefix = "\(table.alias)."
            if link.allColumns {
                for attribute in table.definition.attributes where attribute.isAnswered {
                    compiled.add(
                        table, attribute, key: prefix + attribute.logicalName, isAliased: true)
                }
            }
            for column in link.columns { try add(column, of: table, prefix: prefix, to: &compiled) }
        }
        // A distinct query without columns returns distinct records.
        if query.distinct, compiled.output.isEmpty, compiled.partyLists.isEmpty {
            compiled.add(root, id, key: id.logicalName)
        }
        if query.distinct {
            compiled.idPosition =
                compiled.output.first { !$0.isAliased && $0.key == id.logicalName }?.position
        }
    }

    private func add(
        _ column: Query.Column, of table: QueryTable, prefix: String,
        to compiled: inout CompiledQuery
    ) throws(CRMFault) {
        // A column that cannot be read is left out of the result, as if it had no value.
        let attribute = try table.definition.require(attribute: column.name)
        let alias = column.alias.flatMap { $0.isEmpty ? nil : $0 }
        if column.countChildren {
            return try addChildren(attribute, alias, of: table, to: &compiled)
        }
        guard column.aggregate == nil, !column.groupBy, column.dateGrouping == nil else {
            throw CRMFault(
                .queryBadAggregate,
                "the column \(column.name) is an aggregate or a group; add aggregate=\"true\" to <fetch>"
            )
        }
        compiled.add(
            table, attribute, key: alias ?? prefix + attribute.logicalName,
            isAliased: alias != nil || !prefix.isEmpty)
    }

    /// Adds the number of direct children of each record.
    private func addChildren(
        _ attribute: AttributeDefinition, _ alias: String?, of table: QueryTable,
        to compiled: inout CompiledQuery
    ) throws(CRMFault) {
        guard let alias else {
            throw CRMFault(
                .queryNoAlias, "the row aggregate of \(attribute.logicalName) needs an alias")
        }
        guard attribute.logicalName == table.definition.primaryIdAttribute,
            let hierarchy = Hierarchy(of: table.definition, in: schema)
        else {
            throw CRMFault(
                .queryBadAggregate,
                "CountChildren requires the primary key of a table with a hierarchy, not \(attribute.logicalName)"
            )
        }
        compiled.output.append(
            OutputColumn(
                key: alias, attribute: attribute, entity: table.definition.logicalName,
                isAliased: true, reading: .int,
                position: compiled.position(of: hierarchy.children(of: table.id))))
    }
}

extension CompiledQuery {
    /// Adds a column to the result, unless it is already there under this name.
    mutating func add(
        _ table: QueryTable, _ attribute: AttributeDefinition, key: String, isAliased: Bool = false
    ) {
        guard attribute.isStored, attribute.isValidForRead else {
            if attribute.type == .partyList, !isAliased { partyLists.append(attribute) }
            return
        }
        guard !output.contains(where: { $0.key == key }), let reading = attribute.reading else {
            return
        }
        var column = OutputColumn(
            key: key, attribute: attribute, entity: table.definition.logicalName,
            isAliased: isAliased, reading: reading,
            position: position(of: table.column(attribute)))
        column.isRoot = table.alias.isEmpty
        if let name = attribute.typeColumn {
            column.typePosition = position(of: "t\(table.number).\(name: name)")
        }
        output.append(column)
    }
}

extension AttributeDefinition {
    /// Whether it is returned if all columns are requested; CRM leaves out pictures.
    var isAnswered: Bool { isStored && type != .image || type == .partyList }

    /// How the values are read; `nil` for attributes without a column.
    var reading: OutputColumn.Reading? {
        switch type {
        case .string, .memo, .entityName: .text
        case .integer: .int
        case .bigInt: .long
        case .double: .double
        case .boolean: .bool
        case .picklist, .state, .status: .option
        case .multiSelectPicklist: .options
        case .dateTime: .date
        case .uniqueidentifier: .guid
        case .money: .money
        case .decimal: .decimal
        case .image: .bytes
        case .lookup, .owner, .customer: .reference(targets.first ?? "")
        case .partyList, .managedProperty, .virtual: nil
        }
    }
}
