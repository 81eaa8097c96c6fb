import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// Single columns of a record.
extension WebAPIContext {
    func property(
        _ attribute: AttributeDefinition, raw: Bool, of reference: EntityReference,
        _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        switch request.method {
        case "GET": return try read(attribute, raw: raw, of: reference, table)
        case "PUT":
            guard let json = try request.json(self)["value"] else {
                throw CRMFault(.payload, "The body requires a value.")
            }
            let value = try reading { () throws(PeriluneError) in
                try WebAPICodec.value(json, of: MemberColumn(attribute))
            }
            try set(attribute, of: reference, value)
        case "DELETE": try set(attribute, of: reference, .null)
        default: throw notAllowed(request)
        }
        return WebAPIReply.empty()
    }

    private func set(
        _ attribute: AttributeDefinition, of reference: EntityReference, _ value: CRMValue
    ) throws(CRMFault) {
        var entity = Entity(reference.logicalName, [attribute.logicalName: value])
        entity.id = reference.id == .zero ? nil : reference.id
        entity.keyAttributes = reference.keyAttributes
        try run("Update", ["Target": .entity(entity)])
    }

    private func read(
        _ attribute: AttributeDefinition, raw: Bool, of reference: EntityReference,
        _ table: EntityDefinition
    ) throws(CRMFault) -> HTTPResponse {
        let results = try run(
            "Retrieve",
            [
                "Target": .reference(reference),
                "ColumnSet": .columns(ColumnSet([attribute.logicalName])),
            ])
        guard case .entity(let entity)? = results["Entity"] else {
            throw CRMFault(.unexpected, "The record could not be read.")
        }
        var value = entity[attribute.logicalName] ?? .null
        if value == .null, attribute.logicalName == table.primaryIdAttribute, let id = entity.id {
            value = .guid(id)
        }
        if case .reference(let other) = value { value = .guid(other.id) }
        guard let json = WebAPICodec.json(value), json != .null else {
            return WebAPIReply.empty()
        }
        if raw {
            if case .bytes(let bytes) = value {
                return WebAPIReply.response(200, "application/octet-stream", bytes)
            }
            var writer = JSONWriter()
            writer.write(json)
            let text = json.string.map { Array($0.utf8) } ?? writer.bytes
            return WebAPIReply.response(200, "text/plain", text)
        }
        let property = names.property(of: attribute)
        return WebAPIReply.json([
            .init(
                "@odata.context",
                .string("\(root)$metadata#\(table.entitySetName)(\(reference.id))/\(property)")),
            .init("value", json),
        ])
    }
}
