import PeriluneCore

extension WebAPIPlanner {
    /// The query of a relationship narrowed to the records of one.
    func related(
        _ element: RelationshipQueryCollection.Element, to entity: Entity
    ) throws(CRMError) -> Query {
        let table = try table(entity.logicalName)
        let navigation = try CRMError.wrapping { () throws(PeriluneError) in
            try codec.navigation(element.relationship, of: table)
        }
        var query = try CRMError.wrapping { () throws(CRMFault) in
            switch element.query {
            case .fetch(let expression): return try Query(fetchXML: expression.query)
            case .expression(let query): return query
            case .byAttribute(let query): return query.query
            }
        }
        let id = CRMValue.guid(entity.id ?? .zero)
        switch navigation {
        case .children(let relationship):
            query.filters.append(
                Query.Filter([.init(relationship.referencingAttribute, .equal, [id])]))
        case .single(let relationship):
            let target = entity[relationship.referencingAttribute, as: EntityReference.self]
            let identity = try self.table(relationship.referencedEntity).primaryIdAttribute
            query.filters.append(
                Query.Filter([.init(identity, .equal, [.guid(target?.id ?? .zero)])]))
        case .many(let relationship, let isFirst):
            let other = try self.table(navigation.target)
            var link = Query.Link(
                relationship.intersectEntity,
                from: isFirst ? relationship.attribute2 : relationship.attribute1,
                to: other.primaryIdAttribute)
            link.isIntersect = true
            let own = isFirst ? relationship.attribute1 : relationship.attribute2
            link.filters = [Query.Filter([.init(own, .equal, [id])])]
            query.links.append(link)
        }
        return query
    }
}
