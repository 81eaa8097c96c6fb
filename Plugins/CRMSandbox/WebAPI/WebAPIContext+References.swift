import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Requests for the records of navigation properties, and for the links.
extension WebAPIContext {
    /// Answers what `contacts(id)/parentcustomerid_account` leads to.
    func related(
        _ navigation: ODataNames.Navigation, _ segment: ODataSegment,
        _ reference: EntityReference, _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        let target = try self.table(navigation.target)
        switch (request.method, navigation) {
        case ("GET", .single(let lookup)):
            guard let other = try pointed(lookup, from: reference, table) else {
                return WebAPIReply.empty()
            }
            return try retrieve(other, target, request)
        case ("GET", _):
            let id = try identity(of: reference, table)
            return try list(target, request) { query in
                query.narrow(to: id, by: navigation, target)
            }
        case ("POST", .children(let lookup)):
            let parent = EntityReference(
                table.logicalName, try identity(of: reference, table))
            return try create(target, request) { entity in
                entity[lookup.referencingAttribute] = .reference(parent)
            }
        default: throw notAllowed(request)
        }
    }

    /// The target of a record's lookup, if it is in this table.
    private func pointed(
        _ lookup: OneToMany, from reference: EntityReference, _ table: EntityDefinition
    ) throws(CRMFault) -> EntityReference? {
        let column = lookup.referencingAttribute
        let results = try run(
            "Retrieve",
            ["Target": .reference(reference), "ColumnSet": .columns(ColumnSet([column]))])
        guard case .entity(let entity)? = results["Entity"],
            case .reference(let other)? = entity[column],
            other.logicalName == lookup.referencedEntity
        else { return nil }
        return other
    }

    /// The identity of a record, even if it is given by an alternate key.
    private func identity(
        of reference: EntityReference, _ table: EntityDefinition
    ) throws(CRMFault) -> GUID {
        if reference.id != .zero { return reference.id }
        let results = try run(
            "Retrieve",
            [
                "Target": .reference(reference),
                "ColumnSet": .columns(ColumnSet([table.primaryIdAttribute])),
            ])
        guard case .entity(let entity)? = results["Entity"], let id = entity.id else {
            throw CRMFault(.unexpected, "The record has no id.")
        }
        return id
    }

    /// `.../$ref`: the link, not what it leads to.
    func link(
        _ navigation: ODataNames.Navigation, _ segment: ODataSegment,
        _ reference: EntityReference, _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        switch (request.method, navigation) {
        case ("GET", .single(let lookup)):
            guard let other = try pointed(lookup, from: reference, table) else {
                return WebAPIReply.empty()
            }
            return WebAPIReply.json([
                .init("@odata.context", .string("\(root)$metadata#$ref")),
                .init("@odata.id", .string(address(other))),
            ])
        case ("GET", _): return try links(navigation, reference, table)
        case ("PUT", .single(let lookup)), ("POST", .single(let lookup)):
            try point(lookup, of: reference, at: try body(request))
        case ("DELETE", .single(let lookup)): try point(lookup, of: reference, at: nil)
        case ("POST", _), ("PUT", _):
            try relate("Associate", reference, navigation, try body(request))
        case ("DELETE", _):
            guard let other = try unlinked(segment, navigation, request) else {
                throw CRMFault(.invalidArgument, "The record to remove is missing.")
            }
            try relate("Disassociate", reference, navigation, other)
        default: throw notAllowed(request)
        }
        return WebAPIReply.empty()
    }

    private func links(
        _ navigation: ODataNames.Navigation, _ reference: EntityReference,
        _ table: EntityDefinition
    ) throws(CRMFault) -> HTTPResponse {
        let target = try self.table(navigation.target)
        var query = Query(target.logicalName)
        query.columns = [Query.Column(target.primaryIdAttribute)]
        query.narrow(to: try identity(of: reference, table), by: navigation, target)
        let links = try page(query).entities.compactMap(\.reference).map { reference in
            JSONTree.object([.init("@odata.id", .string(address(reference)))])
        }
        return WebAPIReply.json([
            .init("@odata.context", .string("\(root)$metadata#Collection($ref)")),
            .init("value", .array(links)),
        ])
    }

    private func point(
        _ lookup: OneToMany, of reference: EntityReference, at other: EntityReference?
    ) throws(CRMFault) {
        if let other, other.logicalName != lookup.referencedEntity {
            throw CRMFault(
                .invalidArgument,
                "\(lookup.lookupProperty) cannot point at a record of \(other.logicalName).")
        }
        var entity = Entity(reference.logicalName)
        entity.id = reference.id == .zero ? nil : reference.id
        entity.keyAttributes = reference.keyAttributes
        entity[lookup.referencingAttribute] = other.map { .reference($0) } ?? .null
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

    private func body(_ request: WebAPIRequest) throws(CRMFault) -> EntityReference {
        guard let path = try request.json(self)["@odata.id"]?.string else {
            throw CRMFault(.payload, "The body requires an @odata.id.")
        }
        return try target(path)
    }

    /// The record at the other end: in the path, or in `$id`.
    private func unlinked(
        _ segment: ODataSegment, _ navigation: ODataNames.Navigation, _ request: WebAPIRequest
    ) throws(CRMFault) -> EntityReference? {
        if let id = segment.id { return EntityReference(navigation.target, id) }
        return try request.option("$id").map { (path) throws(CRMFault) in try target(path) }
    }

    /// The record of an address, also of `$1` in a batch.
    private func target(_ path: String) throws(CRMFault) -> EntityReference {
        let resolved = contents[path] ?? path
        return try reading { () throws(PeriluneError) in
            try codec.reference(resolved) { PercentEncoding.decode($0) }
        }
    }
}
