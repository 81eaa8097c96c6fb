import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// Records one by one.
extension ODataV2Context {
    func retrieve(
        _ reference: EntityReference, _ table: EntityDefinition, _ request: ODataV2Request
    ) throws(CRMFault) -> HTTPResponse {
        let options = try request.options(self)
        guard options.filter == nil, options.orders.isEmpty, options.top == nil,
            options.skip == nil
        else {
            throw CRMFault(
                .odataExpression,
                "Query options $orderby, $filter, $skip and $top can be applied only on collections."
            )
        }
        let selection = try selection(options, of: table)
        let entity = try read(reference, selection.columns(of: table))
        return ODataV2Reply.json(.object(try members(entity, table, selection)))
    }

    /// Creates a record and returns it.
    func create(
        _ table: EntityDefinition, _ request: ODataV2Request,
        setting extra: (inout Entity) -> Void = { _ in }
    ) throws(CRMFault) -> HTTPResponse {
        var entity = try body(request, table)
        extra(&entity)
        guard case .guid(let id)? = try run("Create", ["Target": .entity(entity)])["id"] else {
            throw CRMFault(.unexpected, "The record was created without an id.")
        }
        let reference = EntityReference(table.logicalName, id)
        let selection = try selection(ODataOptions(), of: table)
        let made = try read(reference, selection.columns(of: table))
        var response = ODataV2Reply.json(
            .object(try members(made, table, selection)), status: 201)
        response.headers["Location"] = address(reference)
        return response
    }

    /// `MERGE`: the properties that the body has.
    func merge(
        _ reference: EntityReference, _ table: EntityDefinition, _ request: ODataV2Request
    ) throws(CRMFault) {
        try update(reference, try body(request, table))
    }

    /// `PUT`: the properties that the body has, and the others as in a new record.
    func replace(
        _ reference: EntityReference, _ table: EntityDefinition, _ request: ODataV2Request
    ) throws(CRMFault) {
        var entity = try body(request, table)
        for attribute in table.propertiesV2
        where attribute.isValidForUpdate && !attribute.isRequired && !attribute.keepsItsValue
            && !entity.attributes.contains(attribute.logicalName)
        {
            entity[attribute.logicalName] = attribute.initialValue
        }
        try update(reference, entity)
    }

    private func update(_ reference: EntityReference, _ entity: Entity) throws(CRMFault) {
        if let id = entity.id, id != reference.id {
            throw CRMFault(
                .payload, "The id in the body is \(id), but the id in the URL is \(reference.id).")
        }
        guard entity.relatedEntities.isEmpty else {
            throw CRMFault(
                .payload, "Related records can be created with a record, not changed with it.")
        }
        var entity = entity
        entity.id = reference.id
        try run("Update", ["Target": .entity(entity)])
    }

    private func body(
        _ request: ODataV2Request, _ table: EntityDefinition
    ) throws(CRMFault) -> Entity {
        let json = try request.json(self)
        return try reading { () throws(PeriluneError) in
            try codec.entity(request: json, of: table)
        }
    }

    /// Handles a single property: `PUT` sets it, `GET` reads it.
    func property(
        _ attribute: AttributeDefinition, of reference: EntityReference,
        _ table: EntityDefinition, _ request: ODataV2Request
    ) throws(CRMFault) -> HTTPResponse {
        switch request.method {
        case "GET":
            let entity = try read(reference, [attribute.logicalName])
            let members = try reading { () throws(PeriluneError) in
                try codec.response(entity, [attribute], root: root)
            }
            return ODataV2Reply.json(.object(members.filter { $0.name != "__metadata" }))
        case "PUT", "MERGE":
            let name = names.property(of: attribute)
            guard let json = try request.json(self)[name] else {
                throw CRMFault(.payload, "The body requires \(name).")
            }
            let value = try reading { () throws(PeriluneError) in
                try ODataV2Codec.value(json, of: MemberColumn(attribute))
            }
            let entity = Entity(
                table.logicalName, id: reference.id, [attribute.logicalName: value])
            try run("Update", ["Target": .entity(entity)])
            return ODataV2Reply.empty()
        default: return ODataV2Reply.notAllowed(request, "GET, PUT")
        }
    }

    /// The address of a record.
    func address(_ reference: EntityReference) -> String {
        let path = try? codec.path(reference)
        return root + (path ?? "")
    }
}

extension AttributeDefinition {
    /// Whether a replaced record keeps the column: its owner, state and currency.
    fileprivate var keepsItsValue: Bool {
        [.owner, .state, .status, .uniqueidentifier].contains(type)
            || logicalName == "transactioncurrencyid"
    }

    fileprivate var initialValue: CRMValue {
        guard let defaultValue else { return .null }
        return type == .boolean ? .bool(defaultValue != 0) : .option(OptionSetValue(defaultValue))
    }
}
