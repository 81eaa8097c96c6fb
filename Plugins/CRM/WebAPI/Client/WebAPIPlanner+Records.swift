import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Operations on a record.
extension WebAPIPlanner {
    func create(_ parameters: AttributeCollection) throws(CRMError) -> WebAPIPlan {
        let entity: Entity = try parameters.required("Target")
        let set = try table(entity.logicalName).entitySetName
        let headers = try match(parameters, nil, otherwise: nil)
        return WebAPIPlan(
            WebAPICall("POST", set, headers: headers, try members(entity))
        ) { (answer) throws(CRMError) in
            ["id": .guid(try WebAPIAnswer.id(answer))]
        }
    }

    func retrieve(_ parameters: AttributeCollection) throws(CRMError) -> WebAPIPlan {
        let target: EntityReference = try parameters.required("Target")
        let columns: ColumnSet = try parameters.required("ColumnSet")
        let table = try table(target.logicalName)
        var path = try path(target)
        if !columns.allColumns {
            // An empty list is all columns for the Web API and none for the message.
            let names = columns.columns.isEmpty ? [table.primaryIdAttribute] : columns.columns
            var properties: [String] = []
            for name in names {
                let attribute = try CRMError.wrapping { () throws(CRMFault) in
                    try table.require(attribute: name)
                }
                if attribute.type != .partyList {
                    properties.append(codec.names.property(of: attribute))
                }
            }
            path += "?$select=" + properties.joined(separator: ",")
        }
        let parties = partyColumns(columns, of: table)
        if !parties.isEmpty {
            path += path.contains("?") ? "&" : "?"
            path += "$expand=\(PartyList.property(of: table))"
        }
        let codec = codec
        return WebAPIPlan(
            WebAPICall("GET", path, headers: Self.annotations)
        ) { (answer) throws(CRMError) in
            let json = try WebAPIAnswer.json(answer)
            var entity = try CRMError.wrapping { () throws(PeriluneError) in
                try codec.entity(response: json, of: table)
            }
            for (column, _) in PartyList.masks where !parties.contains(column) {
                if case .entities? = entity[column] { entity[column] = nil }
            }
            return ["Entity": .entity(entity)]
        }
    }

    private func partyColumns(_ columns: ColumnSet, of table: EntityDefinition) -> [String] {
        table.attributes.filter {
            $0.type == .partyList
                && (columns.allColumns || columns.columns.contains($0.logicalName))
        }.map(\.logicalName)
    }

    func update(_ parameters: AttributeCollection) throws(CRMError) -> WebAPIPlan {
        let entity: Entity = try parameters.required("Target")
        let target = try target(entity)
        let headers = try match(parameters, entity.rowVersion, otherwise: "*")
        return WebAPIPlan([
            WebAPICall("PATCH", try path(target), headers: headers, try members(entity))
        ])
    }

    func upsert(_ parameters: AttributeCollection) throws(CRMError) -> WebAPIPlan {
        let entity: Entity = try parameters.required("Target")
        let table = try table(entity.logicalName)
        var headers = try match(parameters, entity.rowVersion, otherwise: nil)
        headers["Prefer"] = "return=representation"
        let path = try path(try target(entity)) + "?$select=\(table.primaryIdAttribute)"
        return WebAPIPlan(
            WebAPICall("PATCH", path, headers: headers, try members(entity))
        ) { (answer) throws(CRMError) in
            let json = try WebAPIAnswer.json(answer)
            guard let id = json[table.primaryIdAttribute]?.string.flatMap({ GUID($0) }) else {
                throw .failure(
                    PeriluneError("crm.answer", "the response does not contain the record's id"))
            }
            return [
                "RecordCreated": .bool(answer.status == 201),
                "Target": .reference(EntityReference(table.logicalName, id)),
            ]
        }
    }

    func delete(_ parameters: AttributeCollection) throws(CRMError) -> WebAPIPlan {
        let target: EntityReference = try parameters.required("Target")
        let headers = try match(parameters, target.rowVersion, otherwise: nil)
        return WebAPIPlan([WebAPICall("DELETE", try path(target), headers: headers)])
    }

    /// The documented equivalents: a change of `ownerid`, a change of state and status.
    func assign(_ parameters: AttributeCollection) throws(CRMError) -> WebAPIPlan {
        let target: EntityReference = try parameters.required("Target")
        let assignee: EntityReference = try parameters.required("Assignee")
        return try change(target, ["ownerid": .reference(assignee)])
    }

    func setState(_ parameters: AttributeCollection) throws(CRMError) -> WebAPIPlan {
        let target: EntityReference = try parameters.required("EntityMoniker")
        let state: OptionSetValue = try parameters.required("State")
        var attributes: AttributeCollection = ["statecode": .option(state)]
        // -1 stands for the default of the state, which the Web API uses if the status is missing.
        let status: OptionSetValue = try parameters.required("Status")
        if status.value != -1 { attributes["statuscode"] = .option(status) }
        return try change(target, attributes)
    }

    private func change(
        _ target: EntityReference, _ attributes: AttributeCollection
    ) throws(CRMError) -> WebAPIPlan {
        let members = try members(Entity(target.logicalName, attributes))
        return WebAPIPlan([
            WebAPICall("PATCH", try path(target), headers: [("If-Match", "*")], members)
        ])
    }

    private func members(_ entity: Entity) throws(CRMError) -> [JSONTree.Member] {
        try CRMError.wrapping { () throws(PeriluneError) in try codec.request(entity) }
    }
}
