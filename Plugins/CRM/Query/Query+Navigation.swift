extension Query {
    /// Narrows a query of the table at the other end of a relationship to the records of one.
    ///
    /// A lookup is not narrowed: what it points at is known without a query.
    package mutating func narrow(
        to id: GUID, by navigation: ODataNames.Navigation, _ target: EntityDefinition
    ) {
        switch navigation {
        case .single: break
        case .children(let lookup):
            filters.append(Filter([.init(lookup.referencingAttribute, .equal, [.guid(id)])]))
        case .many(let join, let isFirst):
            var link = Link(
                join.intersectEntity, from: isFirst ? join.attribute2 : join.attribute1,
                to: target.primaryIdAttribute)
            link.isIntersect = true
            let own = isFirst ? join.attribute1 : join.attribute2
            link.filters = [Filter([.init(own, .equal, [.guid(id)])])]
            links.append(link)
        }
    }
}
