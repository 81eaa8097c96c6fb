import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// `$expand`: one query for each relationship, not one for each record.
extension WebAPIContext {
    private static let depthLimit = 5
    /// The maximum number of identities in one query.
    private static let chunk = 500

    /// The member that each of the records gets.
    func expand(
        _ expansion: ODataOptions.Expand, of entities: [Entity], _ table: EntityDefinition,
        _ annotations: WebAPIAnnotations, depth: Int
    ) throws(CRMFault) -> [JSONTree.Member] {
        let name = expansion.path.text
        guard depth < Self.depthLimit else {
            throw CRMFault(.odataExpression, "$expand is nested too deeply.")
        }
        let options = expansion.options
        if name == PartyList.property(of: table) {
            let parties = try self.parties(of: entities, options, annotations, depth: depth + 1)
            return parties.map { .init(name, .array($0.map { .object($0) })) }
        }
        guard let navigation = names.navigation(name, of: table) else {
            throw CRMFault(
                .odataExpression,
                "Could not find a property named '\(name)' on type "
                    + "'\(WebAPICodec.namespace).\(table.logicalName)'.")
        }
        let target = try self.table(navigation.target)
        let found = try related(navigation, to: entities, target, options)
        // All records together, so that each expansion takes only one query.
        let members = try self.members(
            found.flatMap(\.self), target, options, annotations, depth: depth + 1)
        var rest = members[...]
        return found.map { group in
            let own = rest.prefix(group.count)
            rest = rest.dropFirst(group.count)
            if navigation.isSingle { return .init(name, own.first.map { .object($0) } ?? .null) }
            return .init(name, .array(own.map { .object($0) }))
        }
    }

    /// The related records of each record.
    private func related(
        _ navigation: ODataNames.Navigation, to entities: [Entity], _ target: EntityDefinition,
        _ options: ODataOptions
    ) throws(CRMFault) -> [[Entity]] {
        var base = try reading { () throws(PeriluneError) in
            try options.query(of: target, names)
        }
        base.top = nil
        base.page.returnsTotal = false
        if !base.allColumns {
            for column in [target.primaryIdAttribute, "versionnumber"] { base.require(column) }
        }
        var keys: [GUID?] = entities.map(\.id)
        let key: (Entity) -> GUID?
        let narrow: (inout Query, [CRMValue]) -> Void
        switch navigation {
        case .single(let lookup):
            keys = try lookedUp(lookup, by: entities)
            key = { $0.id }
            narrow = { $0.filter(target.primaryIdAttribute, $1) }
        case .children(let lookup):
            let column = lookup.referencingAttribute
            if !base.allColumns { base.require(column) }
            key = { $0[column, as: EntityReference.self]?.id }
            narrow = { $0.filter(column, $1) }
        case .many(let join, let isFirst):
            let own = isFirst ? join.attribute1 : join.attribute2
            key = { Self.owner($0["joined.\(own)"]) }
            narrow = { query, ids in
                var link = Query.Link(
                    join.intersectEntity, from: isFirst ? join.attribute2 : join.attribute1,
                    to: target.primaryIdAttribute, alias: "joined")
                link.columns = [Query.Column(own)]
                link.isIntersect = true
                link.filters = [Query.Filter([.init(own, .in, ids)])]
                query.links.append(link)
            }
        }
        var groups: [GUID: [Entity]] = [:]
        let wanted = Array(Set(keys.compactMap(\.self))).sorted()
        for start in stride(from: 0, to: wanted.count, by: Self.chunk) {
            var query = base
            narrow(&query, wanted[start..<min(start + Self.chunk, wanted.count)].map { .guid($0) })
            for entity in try page(query).entities {
                if let key = key(entity) { groups[key, default: []].append(entity) }
            }
        }
        return keys.map { key in
            let group = key.flatMap { groups[$0] } ?? []
            return options.top.map { Array(group.prefix($0)) } ?? group
        }
    }

    /// The targets of lookups; for records that were read without the lookup, it is read now.
    private func lookedUp(
        _ lookup: OneToMany, by entities: [Entity]
    ) throws(CRMFault) -> [GUID?] {
        var keys: [GUID?] = []
        for entity in entities {
            var value = entity[lookup.referencingAttribute]
            if value == nil, let reference = entity.reference {
                let columns = ColumnSet([lookup.referencingAttribute])
                let results = try run(
                    "Retrieve",
                    ["Target": .reference(reference), "ColumnSet": .columns(columns)])
                if case .entity(let full)? = results["Entity"] {
                    value = full[lookup.referencingAttribute]
                }
            }
            guard case .reference(let target)? = value,
                target.logicalName == lookup.referencedEntity
            else {
                keys.append(nil)
                continue
            }
            keys.append(target.id)
        }
        return keys
    }

    private static func owner(_ value: CRMValue?) -> GUID? {
        guard case .aliased(let aliased)? = value else { return nil }
        return switch aliased.value {
        case .guid(let id): id
        case .reference(let reference): reference.id
        default: nil
        }
    }

    /// The parties of activities, which are records of their own.
    private func parties(
        of activities: [Entity], _ options: ODataOptions, _ annotations: WebAPIAnnotations,
        depth: Int
    ) throws(CRMFault) -> [[[JSONTree.Member]]] {
        let table = try self.table("activityparty")
        var groups: [[[JSONTree.Member]]] = []
        for activity in activities {
            var query = try reading { () throws(PeriluneError) in
                try options.query(of: table, names)
            }
            query.filter("activityid", [.guid(activity.id ?? .zero)])
            groups.append(
                try members(
                    try page(query).entities, table, options, annotations, depth: depth))
        }
        return groups
    }
}

extension Query {
    /// Adds a column that is needed, whether or not it was selected.
    mutating func require(_ column: String) {
        if !columns.contains(where: { $0.name == column && $0.alias == nil }) {
            columns.append(Column(column))
        }
    }

    /// Narrows the query to rows whose column is one of these.
    mutating func filter(_ column: String, _ values: [CRMValue]) {
        filters.append(Filter([Condition(column, .in, values)]))
    }
}
