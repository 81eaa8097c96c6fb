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
            try element.query.plain()
        }
        if case .single(let relationship) = navigation {
            let target = entity[relationship.referencingAttribute, as: EntityReference.self]
            let identity = try self.table(relationship.referencedEntity).primaryIdAttribute
            query.filters.append(
                Query.Filter([.init(identity, .equal, [.guid(target?.id ?? .zero)])]))
        } else {
            query.narrow(
                to: entity.id ?? .zero, by: navigation, try self.table(navigation.target))
        }
        return query
    }
}
