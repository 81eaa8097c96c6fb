import CRMPlugin

extension QueryCompiler {
    /// Joins a link and what is linked to it.
    ///
    /// Links are joined one after the other, as CRM does it: an inner link within an outer one leaves
    /// only rows where both exist.
    mutating func join(
        _ link: Query.Link, to parent: QueryTable, _ joins: inout Joins
    ) throws(CRMFault) {
        guard !link.kind.isSemiJoin else {
            guard !link.kind.isQuantifier else {
                throw CRMFault(
                    .queryBadJoin,
                    "the link-type \"\(link.kind.rawValue)\" is only allowed in a <filter>; move the link to \(link.entity) there, or use \"exists\""
                )
            }
            guard link.columns.isEmpty, !link.allColumns, link.orders.isEmpty else {
                throw CRMFault(
                    .queryBadJoin,
                    "a link of type \"\(link.kind.rawValue)\" cannot have columns or an order; use \"inner\" for \(link.entity)"
                )
            }
            joins.conditions.append(try existence(link, of: parent, filtered: true))
            return
        }
        if link.kind == .matchFirstRow { return try joinFirst(link, to: parent, &joins) }
        let table = try addTable(of: link)
        let (from, to) = try columns(of: link, table, parent)
        var on: [SQL] = ["\(table.compared(from)) = \(parent.compared(to))"]
        on += try conditions(link.filters, on: table)
        if link.kind == .outer {
            joins.from += " LEFT JOIN \(table.source) ON \(on.joined(" AND "))"
        } else {
            joins.from += " JOIN \(table.source) ON \(on.joined(" AND "))"
        }
        joins.joined.append((link, table))
        if from.logicalName != table.definition.primaryIdAttribute {
            joins.multiplying.append(table)
        }
        for nested in link.links { try join(nested, to: table, &joins) }
    }

    /// Joins the first matching row: a search for its identity, by which the row is joined.
    private mutating func joinFirst(
        _ link: Query.Link, to parent: QueryTable, _ joins: inout Joins
    ) throws(CRMFault) {
        let table = try addTable(of: link)
        let first = try matching(link, of: parent, filtered: true) { candidate in candidate.id }
        joins.from +=
            " JOIN \(table.source) ON \(table.id) = (\(first) ORDER BY 1 LIMIT 1)"
        joins.joined.append((link, table))
        for var nested in link.links {
            if nested.kind == .inner || nested.kind == .natural { nested.kind = .matchFirstRow }
            try join(nested, to: table, &joins)
        }
    }

    /// Whether related rows exist, as required by the type of the link.
    mutating func existence(
        _ link: Query.Link, of parent: QueryTable, filtered: Bool
    ) throws(CRMFault) -> SQL {
        // In CRM, `not all` means this in spite of its name, and `all` is its opposite: related rows exist, and none
        // of them matches.
        let matches: SQL =
            "EXISTS (\(try matching(link, of: parent, filtered: true) { _ in "1" }))"
        switch link.kind {
        case .notAny: return "NOT \(matches)"
        case .all:
            let any = try matching(link, of: parent, filtered: false) { _ in "1" }
            return "(EXISTS (\(any)) AND NOT \(matches))"
        case .in:
            // Find the linked rows once, not once per record.
            let (from, to) = try columns(of: link, parent)
            let inner = try matching(link, of: parent, filtered: true, isCorrelated: false) {
                $0.column(from)
            }
            return "\(parent.compared(to)) IN (\(inner))"
        default: return matches
        }
    }

    /// A search in the linked rows.
    ///
    /// The tables of the link are only visible inside.
    private mutating func matching(
        _ link: Query.Link, of parent: QueryTable, filtered: Bool, isCorrelated: Bool = true,
        _ select: (QueryTable) -> SQL
    ) throws(CRMFault) -> SQL {
        let known = tables
        defer { tables = known }
        let table = try addTable(of: link)
        var joins = Joins(from: table.source)
        if isCorrelated {
            let (from, to) = try columns(of: link, table, parent)
            joins.conditions.append("\(table.compared(from)) = \(parent.compared(to))")
        }
        if filtered {
            joins.conditions += try conditions(link.filters, on: table)
            for nested in link.links { try join(nested, to: table, &joins) }
        }
        // SQLite's parser limits nested parentheses, so add none that are not needed.
        let condition: SQL = joins.conditions.isEmpty ? "1" : joins.conditions.joined(" AND ")
        return "SELECT \(select(table)) FROM \(joins.from) WHERE \(condition)"
    }

    private func columns(
        of link: Query.Link, _ parent: QueryTable
    ) throws(CRMFault) -> (from: AttributeDefinition, to: AttributeDefinition) {
        let table = QueryTable(
            number: 0, definition: try schema.require(entity: link.entity), alias: "")
        return try columns(of: link, table, parent)
    }

    /// The columns that a link compares; if it names none, those of the only relationship.
    func columns(
        of link: Query.Link, _ table: QueryTable, _ parent: QueryTable
    ) throws(CRMFault) -> (from: AttributeDefinition, to: AttributeDefinition) {
        if let from = link.from, let to = link.to {
            return (try table.require(from), try parent.require(to))
        }
        let (child, owner) = (table.definition, parent.definition)
        let up = schema.lookups(of: child.logicalName).filter {
            $0.referencedEntity == owner.logicalName
        }.map { ($0.referencingAttribute, owner.primaryIdAttribute) }
        let down = schema.lookups(of: owner.logicalName).filter {
            $0.referencedEntity == child.logicalName
        }.map { (child.primaryIdAttribute, $0.referencingAttribute) }
        let crossing =
            (schema.intersections(of: owner.logicalName)
            + schema.intersections(of: child.logicalName)).flatMap { crossing in
                [
                    (crossing.attribute1, crossing.entity1),
                    (crossing.attribute2, crossing.entity2),
                ].compactMap { (attribute, entity) -> (String, String)? in
                    if crossing.intersectEntity == child.logicalName, entity == owner.logicalName {
                        return (attribute, owner.primaryIdAttribute)
                    }
                    if crossing.intersectEntity == owner.logicalName, entity == child.logicalName {
                        return (child.primaryIdAttribute, attribute)
                    }
                    return nil
                }
            }
        let candidates = (up + down + crossing).filter {
            (link.from == nil || link.from == $0.0) && (link.to == nil || link.to == $0.1)
        }
        guard let (from, to) = candidates.first,
            candidates.allSatisfy({ $0.0 == from && $0.1 == to })
        else {
            throw CRMFault(
                .queryMissingAttribute,
                "the link from \(owner.logicalName) to \(child.logicalName) needs from=\"…\" (a column of \(child.logicalName)) and to=\"…\" (a column of \(owner.logicalName))"
            )
        }
        return (try table.require(from), try parent.require(to))
    }
}
