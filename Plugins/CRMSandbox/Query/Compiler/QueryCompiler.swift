import CRMPlugin
import PeriluneStore

/// Turns a query into SQL over the tables of a schema.
struct QueryCompiler {
    let schema: Schema
    let context: QueryContext
    /// The tables that conditions can name, in the order in which they are joined.
    var tables: [QueryTable] = []
    private var tableCount = 0
    private var linkCounts: [String: Int] = [:]
    private var usedAliases: Set<String> = []

    init(_ schema: Schema, _ context: QueryContext) {
        self.schema = schema
        self.context = context
    }

    /// The links with columns in the result, and their tables.
    typealias Joined = (link: Query.Link, table: QueryTable)

    /// The compiled form of a list of joins.
    struct Joins {
        var from: SQL
        var conditions: [SQL] = []
        var joined: [Joined] = []
        /// Tables that may have several rows for a record.
        var multiplying: [QueryTable] = []
    }

    mutating func compile(_ query: Query) throws(CRMFault) -> CompiledQuery {
        try query.checkRules()
        collectAliases(query.links)
        let root = try addTable(query.entity, alias: "")
        var joins = Joins(from: root.source)
        for link in query.links { try join(link, to: root, &joins) }
        for condition in try conditions(query.filters, on: root) {
            joins.conditions.append(condition)
        }
        var compiled = CompiledQuery(root: root.definition)
        compiled.from = joins.from
        compiled.conditions = joins.conditions
        compiled.isDistinct = query.distinct && !query.aggregate
        compiled.isAggregate = query.aggregate
        if query.aggregate {
            try addAggregates(query, root, joins, to: &compiled)
        } else {
            try addColumns(query, root, joins, to: &compiled)
            try addOrder(query, root, joins, to: &compiled)
        }
        return compiled
    }

    mutating func addTable(_ entity: String, alias: String) throws(CRMFault) -> QueryTable {
        let table = QueryTable(
            number: tableCount, definition: try schema.require(entity: entity), alias: alias)
        tableCount += 1
        tables.append(table)
        return table
    }

    /// Adds the table of a link; without an alias it is the table's name and a running number.
    mutating func addTable(of link: Query.Link) throws(CRMFault) -> QueryTable {
        if let alias = link.alias, !alias.isEmpty {
            return try addTable(link.entity, alias: alias)
        }
        var alias: String
        repeat {
            linkCounts[link.entity, default: 0] += 1
            alias = "\(link.entity)\(linkCounts[link.entity] ?? 1)"
        } while usedAliases.contains(alias)
        return try addTable(link.entity, alias: alias)
    }

    private mutating func collectAliases(_ links: [Query.Link]) {
        for link in links {
            if let alias = link.alias { usedAliases.insert(alias) }
            collectAliases(link.links)
        }
    }

    /// The table that `entityname` means: an alias, or the name of a linked table.
    func table(named name: String) throws(CRMFault) -> QueryTable {
        if let table = tables.dropFirst().first(where: { $0.alias == name })
            ?? tables.dropFirst().first(where: { $0.definition.logicalName == name })
        {
            return table
        }
        if let root = tables.first, root.definition.logicalName == name { return root }
        throw CRMFault(
            .queryInvalidAlias,
            "LinkEntity with name or alias \(name) is not found; give a <link-entity> that is joined before this alias=\"\(name)\", or correct entityname"
        )
    }
}
