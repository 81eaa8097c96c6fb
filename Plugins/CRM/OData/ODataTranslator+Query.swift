package import PeriluneCore

extension ODataOptions {
    /// The query for these options on a table; expansions are separate queries.
    package func query(
        of entity: EntityDefinition, _ names: ODataNames
    ) throws(PeriluneError) -> Query {
        var translator = ODataTranslator(entity, names)
        if !apply.isEmpty { return try translator.aggregate(self) }
        var query = Query(entity.logicalName)
        query.allColumns = select == nil
        query.columns = try columns(of: entity, names).map { Query.Column($0) }
        if let filter { query.filters = [try translator.filter(filter)] }
        for order in orders {
            let column = try translator.column(order.path)
            query.orders.append(
                Query.Order(
                    column.attribute.logicalName, descending: order.descending,
                    entityName: column.alias))
        }
        query.links = translator.links
        query.top = top
        query.page.returnsTotal = counts
        return query
    }

    /// The logical names of the selected columns; empty for all.
    package func columns(
        of entity: EntityDefinition, _ names: ODataNames
    ) throws(PeriluneError) -> [String] {
        var columns: [String] = []
        func add(_ name: String) { if !columns.contains(name) { columns.append(name) } }
        for path in select ?? [] {
            guard let name = path.names.first else { continue }
            if path.names.count > 1 {
                // Version 2 selects from what is expanded; that is the expansion's own query.
                guard names.version == .v2, names.navigation(name, of: entity) != nil else {
                    throw path.error("\(path.text) cannot be selected", hint: "use $expand")
                }
                continue
            }
            if let attribute = names.attribute(name, of: entity) {
                add(attribute.logicalName)
                // An amount needs its currency, so CRM returns both.
                if attribute.type == .money, entity.attribute("transactioncurrencyid") != nil {
                    add("transactioncurrencyid")
                }
            } else if case .single(let lookup) = names.navigation(name, of: entity) {
                add(lookup.referencingAttribute)
            } else {
                throw ODataTranslator(entity, names).unknown(name, of: entity, path)
            }
        }
        return columns
    }
}

extension ODataTranslator {
    /// The query of `filter(...)/groupby((...),aggregate(...))`.
    mutating func aggregate(_ options: ODataOptions) throws(PeriluneError) -> Query {
        var query = Query(entity.logicalName)
        query.aggregate = true
        if let filter = options.filter { query.filters.append(try self.filter(filter)) }
        var columns: [(Column, Query.Column)] = []
        for step in options.apply {
            guard columns.isEmpty else {
                throw PeriluneError(
                    "crm.odata", "$apply: groupby or aggregate must be the last step")
            }
            switch step {
            case .filter(let expression): query.filters.append(try filter(expression))
            case .groupBy(let paths, let aggregations):
                for path in paths {
                    let column = try column(path)
                    let alias = path.names.joined(separator: "_")
                    var group = Query.Column(column.attribute.logicalName, alias: alias)
                    group.groupBy = true
                    columns.append((column, group))
                }
                columns += try aggregated(aggregations)
            case .aggregate(let aggregations): columns = try aggregated(aggregations)
            }
        }
        guard !columns.isEmpty else {
            throw PeriluneError("crm.odata", "$apply requires groupby or aggregate")
        }
        query.links = Self.adding(columns, to: links)
        query.columns = columns.filter { $0.0.alias == nil }.map(\.1)
        for order in options.orders {
            query.orders.append(
                Query.Order(
                    order.path.names.joined(separator: "_"), descending: order.descending,
                    isAlias: true))
        }
        query.top = options.top
        return query
    }

    private mutating func aggregated(
        _ aggregations: [ODataTransformation.Aggregation]
    ) throws(PeriluneError) -> [(Column, Query.Column)] {
        var columns: [(Column, Query.Column)] = []
        for aggregation in aggregations {
            var path = ODataPath([names.property(of: try identity())])
            if let given = aggregation.path { path = given }
            let column = try column(path)
            let function: Query.Aggregate =
                switch aggregation.function {
                case .sum: .sum
                case .average: .avg
                case .min: .min
                case .max: .max
                case .countDistinct: .countColumn
                case .count: .count
                }
            var result = Query.Column(
                column.attribute.logicalName, alias: aggregation.alias, aggregate: function)
            result.distinct = aggregation.function == .countDistinct
            columns.append((column, result))
        }
        return columns
    }

    private func identity() throws(PeriluneError) -> AttributeDefinition {
        if let identity = entity.attribute(entity.primaryIdAttribute) { return identity }
        throw PeriluneError("crm.odata", "\(entity.logicalName) has no primary key to count by")
    }

    private static func adding(
        _ columns: [(Column, Query.Column)], to links: [Query.Link]
    ) -> [Query.Link] {
        links.map { link in
            var link = link
            link.columns = columns.filter { $0.0.alias == link.alias }.map(\.1)
            link.links = adding(columns, to: link.links)
            return link
        }
    }
}
