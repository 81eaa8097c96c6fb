import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// Records one by one.
extension WebAPIContext {
    func retrieve(
        _ reference: EntityReference, _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        let options = try request.options(self)
        let entity = try read(reference, table, options)
        let tag = WebAPICodec.version(of: entity).map { WebAPIEntityTag.header($0) }
        // The client's copy is up to date, unless the request also asks for more than the record.
        if let known = request.headers["If-None-Match"], let tag, known == tag,
            options.expand.isEmpty, request.preferences.annotations.isEmpty
        {
            var response = WebAPIReply.response(304, nil, [])
            response.headers["ETag"] = tag
            return response
        }
        return try answer(entity, table, options, request, status: 200)
    }

    func create(
        _ table: EntityDefinition, _ request: WebAPIRequest,
        setting extra: (inout Entity) -> Void = { _ in }
    ) throws(CRMFault) -> HTTPResponse {
        let json = try request.record(self)
        var entity = try reading { () throws(PeriluneError) in
            try codec.entity(request: json, of: table, contents: contents)
        }
        extra(&entity)
        var parameters: AttributeCollection = ["Target": .entity(entity)]
        suppressDuplicates(request, &parameters)
        guard case .guid(let id)? = try run("Create", parameters)["id"] else {
            throw CRMFault(.unexpected, "The record was created without an id.")
        }
        return try written(
            EntityReference(table.logicalName, id), table, request, created: true)
    }

    /// `PATCH`: updates a record, or creates it unless the request requires that it exists.
    func update(
        _ reference: EntityReference, _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        let json = try request.record(self)
        var entity = try reading { () throws(PeriluneError) in
            try codec.entity(request: json, of: table, contents: contents)
        }
        if let id = entity.id, reference.id != .zero, id != reference.id {
            throw CRMFault(.invalidArgument, "The id in the body differs from the id in the URL.")
        }
        entity[table.primaryIdAttribute] = nil
        entity.id = reference.id == .zero ? nil : reference.id
        entity.keyAttributes = reference.keyAttributes
        if request.headers["If-None-Match"] == "*" {
            return try insert(entity, reference, table, request)
        }
        var parameters: AttributeCollection = ["Target": .entity(entity)]
        suppressDuplicates(request, &parameters)
        if let match = request.headers["If-Match"] {
            if match != "*" {
                entity.rowVersion = try version(match)
                parameters["Target"] = .entity(entity)
                parameters["ConcurrencyBehavior"] = .option(1)
            }
            try run("Update", parameters)
            return try written(reference, table, request, created: false)
        }
        let results = try run("Upsert", parameters)
        var target = reference
        if case .reference(let found)? = results["Target"] { target = found }
        return try written(target, table, request, created: results["RecordCreated"] == .bool(true))
    }

    /// `If-None-Match: *` makes a record or fails.
    private func insert(
        _ entity: Entity, _ reference: EntityReference, _ table: EntityDefinition,
        _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        var entity = entity
        for pair in reference.keyAttributes { entity[pair.key] = pair.value }
        entity.keyAttributes = [:]
        do throws(CRMFault) {
            let results = try run("Create", ["Target": .entity(entity)])
            guard case .guid(let id)? = results["id"] else {
                throw CRMFault(.unexpected, "The record was created without an id.")
            }
            let made = EntityReference(table.logicalName, id)
            return try written(made, table, request, created: true)
        } catch  where error.code == .duplicateRecord {
            throw CRMFault(
                .duplicateRecord, "A record with matching key values already exists.")
        }
    }

    func delete(
        _ reference: EntityReference, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        var reference = reference
        var parameters: AttributeCollection = [:]
        if let match = request.headers["If-Match"], match != "*" {
            reference.rowVersion = try version(match)
            parameters["ConcurrencyBehavior"] = .option(1)
        }
        parameters["Target"] = .reference(reference)
        try run("Delete", parameters)
        return WebAPIReply.empty()
    }

    /// The response to a write: the address of the record, and the record if it was requested.
    private func written(
        _ reference: EntityReference, _ table: EntityDefinition, _ request: WebAPIRequest,
        created: Bool
    ) throws(CRMFault) -> HTTPResponse {
        let address = address(reference)
        guard request.preferences.returnsRepresentation else {
            var response = WebAPIReply.empty(request.preferences)
            response.headers["OData-EntityId"] = address
            if created { response.headers["Location"] = address }
            return response
        }
        let options = try request.options(self)
        let entity = try read(reference, table, options)
        var response = try answer(
            entity, table, options, request, status: created ? 201 : 200)
        response.headers["OData-EntityId"] = address
        if created { response.headers["Location"] = address }
        return response
    }

    /// Reads a record with the version that its tag is made of.
    func read(
        _ reference: EntityReference, _ table: EntityDefinition, _ options: ODataOptions
    ) throws(CRMFault) -> Entity {
        var columns = ColumnSet.all
        if options.select != nil {
            columns = ColumnSet(try selected(table, options) + ["versionnumber"])
        }
        let results = try run(
            "Retrieve", ["Target": .reference(reference), "ColumnSet": .columns(columns)])
        guard case .entity(let entity)? = results["Entity"] else {
            throw CRMFault(.unexpected, "The record could not be read.")
        }
        return entity
    }

    private func answer(
        _ entity: Entity, _ table: EntityDefinition, _ options: ODataOptions,
        _ request: WebAPIRequest, status: Int
    ) throws(CRMFault) -> HTTPResponse {
        let members = try self.members([entity], table, options, request.preferences.annotations)
        var all: [JSONTree.Member] = [
            .init("@odata.context", .string("\(root)$metadata#\(table.entitySetName)/$entity"))
        ]
        all += members.first ?? []
        var response = WebAPIReply.json(all, status: status, request.preferences)
        if let version = WebAPICodec.version(of: entity) {
            response.headers["ETag"] = WebAPIEntityTag.header(version)
        }
        return response
    }

    private func version(_ header: String) throws(CRMFault) -> String {
        if let version = WebAPIEntityTag.version(header) { return version }
        throw CRMFault(.concurrencyVersionMismatch, "The If-Match header is malformed.")
    }

    private func suppressDuplicates(
        _ request: WebAPIRequest, _ parameters: inout AttributeCollection
    ) {
        if let value = request.headers["MSCRM.SuppressDuplicateDetection"]?.lowercased() {
            parameters["SuppressDuplicateDetection"] = .bool(value == "true")
        }
    }
}
