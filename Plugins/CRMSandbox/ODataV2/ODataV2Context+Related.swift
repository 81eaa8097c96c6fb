import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Requests for the records of navigation properties, and for the links.
extension ODataV2Context {
    /// The records at `AccountSet(guid'...')/contact_customer_accounts`.
    func related(
        _ navigation: ODataNames.Navigation, of reference: EntityReference,
        _ table: EntityDefinition, _ request: ODataV2Request
    ) throws(CRMFault) -> HTTPResponse {
        let target = try target(navigation)
        switch (request.method, navigation) {
        case ("GET", .single(let lookup)):
            let entity = try read(reference, [lookup.referencingAttribute])
            guard case .reference(let other)? = entity[lookup.referencingAttribute],
                other.logicalName == target.logicalName
            else { throw notFound(names.property(of: lookup)) }
            return try retrieve(other, target, request)
        case ("GET", _):
            // The collection of a missing record is an error, not an empty collection.
            _ = try read(reference, [table.primaryIdAttribute])
            return try list(target, request) { query in
                query.narrow(to: reference.id, by: navigation, target)
            }
        case ("POST", .children(let lookup)):
            return try create(target, request) { entity in
                entity[lookup.referencingAttribute] = .reference(reference)
            }
        case (_, .children): return ODataV2Reply.notAllowed(request, "GET, POST")
        default: return ODataV2Reply.notAllowed(request, "GET")
        }
    }

    /// The links at `AccountSet(guid'...')/$links/contact_customer_accounts`.
    func links(
        _ navigation: ODataNames.Navigation, _ segment: ODataSegment,
        of reference: EntityReference, _ table: EntityDefinition, _ request: ODataV2Request
    ) throws(CRMFault) -> HTTPResponse {
        switch (request.method, navigation) {
        case ("GET", _): return try links(navigation, of: reference, table)
        case ("POST", .single(let lookup)), ("PUT", .single(let lookup)):
            let other = try linked(request, navigation)
            try point(lookup, of: reference, .reference(other))
        case ("DELETE", .single(let lookup)): try point(lookup, of: reference, .null)
        case ("POST", _):
            try relate("Associate", reference, navigation, try linked(request, navigation))
        case ("DELETE", _):
            guard let id = segment.id else {
                throw CRMFault(
                    .odataExpression, "Name the link to remove: \(segment.name)(guid'...').")
            }
            try relate(
                "Disassociate", reference, navigation, EntityReference(navigation.target, id))
        default: return ODataV2Reply.notAllowed(request, "GET, POST, PUT, DELETE")
        }
        return ODataV2Reply.empty()
    }

    private func links(
        _ navigation: ODataNames.Navigation, of reference: EntityReference,
        _ table: EntityDefinition
    ) throws(CRMFault) -> HTTPResponse {
        func link(_ other: EntityReference) -> JSONTree {
            .object([.init("uri", .string(address(other)))])
        }
        let target = try target(navigation)
        if case .single(let lookup) = navigation {
            let entity = try read(reference, [lookup.referencingAttribute])
            guard case .reference(let other)? = entity[lookup.referencingAttribute],
                other.logicalName == target.logicalName
            else { throw notFound(names.property(of: lookup)) }
            return ODataV2Reply.json(link(other))
        }
        _ = try read(reference, [table.primaryIdAttribute])
        var query = Query(target.logicalName)
        query.columns = [Query.Column(target.primaryIdAttribute)]
        query.narrow(to: reference.id, by: navigation, target)
        let found = try page(query).entities.compactMap(\.reference).map(link)
        return ODataV2Reply.json(.object([.init("results", .array(found))]))
    }

    /// The record that a body such as `{"uri":"https://.../ContactSet(guid'...')"}` names.
    private func linked(
        _ request: ODataV2Request, _ navigation: ODataNames.Navigation
    ) throws(CRMFault) -> EntityReference {
        guard let address = try request.json(self)["uri"]?.string else {
            throw CRMFault(.payload, "The body requires the uri of a record.")
        }
        let other = try reading { () throws(PeriluneError) in
            try codec.reference(address) { PercentEncoding.decode($0) }
        }
        guard other.logicalName == navigation.target else {
            throw CRMFault(
                .payload, "A record of \(other.logicalName) does not fit the relationship.")
        }
        return other
    }

    private func point(
        _ lookup: OneToMany, of reference: EntityReference, _ value: CRMValue
    ) throws(CRMFault) {
        let entity = Entity(
            reference.logicalName, id: reference.id, [lookup.referencingAttribute: value])
        try run("Update", ["Target": .entity(entity)])
    }

    private func relate(
        _ message: String, _ reference: EntityReference, _ navigation: ODataNames.Navigation,
        _ other: EntityReference
    ) throws(CRMFault) {
        try run(
            message,
            [
                "Target": .reference(reference),
                "Relationship": .relationship(navigation.relationship),
                "RelatedEntities": .references([other]),
            ])
    }
}
