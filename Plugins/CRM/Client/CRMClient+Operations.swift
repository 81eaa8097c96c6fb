import PeriluneCore

/// The operations that everybody uses, as the messages that they are.
extension CRMClient {
    /// Sends a typed message.
    public func execute<M: Message>(
        _ request: MessageRequest<M>
    ) async throws(CRMError) -> MessageResponse<M> {
        MessageResponse(try await execute(request.request))
    }

    /// Creates a record and returns its identity.
    public func create(_ entity: Entity) async throws(CRMError) -> GUID {
        let response = try await execute(
            OrganizationRequest("Create", namespace: .xrm, ["Target": .entity(entity)]))
        guard case .guid(let id) = response.results["id"] else {
            throw missingResultError("id", in: response)
        }
        return id
    }

    /// Reads a record.
    public func retrieve(
        _ entity: String, _ id: GUID, _ columns: ColumnSet
    ) async throws(CRMError) -> Entity {
        let target = EntityReference(entity, id)
        let response = try await execute(
            OrganizationRequest(
                "Retrieve", namespace: .xrm,
                ["Target": .reference(target), "ColumnSet": .columns(columns)]))
        guard case .entity(let entity) = response.results["Entity"] else {
            throw missingResultError("Entity", in: response)
        }
        return entity
    }

    /// Reads a page of records.
    public func retrieveMultiple(_ query: QueryBase) async throws(CRMError) -> EntityCollection {
        let response = try await execute(
            OrganizationRequest("RetrieveMultiple", namespace: .xrm, ["Query": .query(query)]))
        guard case .entities(let page) = response.results["EntityCollection"] else {
            throw missingResultError("EntityCollection", in: response)
        }
        return page
    }

    /// Changes the attributes that the entity has; the others stay.
    public func update(_ entity: Entity) async throws(CRMError) {
        _ = try await execute(
            OrganizationRequest("Update", namespace: .xrm, ["Target": .entity(entity)]))
    }

    /// Deletes a record.
    public func delete(_ entity: String, _ id: GUID) async throws(CRMError) {
        let target = EntityReference(entity, id)
        _ = try await execute(
            OrganizationRequest("Delete", namespace: .xrm, ["Target": .reference(target)]))
    }

    private func missingResultError(_ key: String, in response: OrganizationResponse) -> CRMError {
        .failure(
            PeriluneError("crm.answer", "the response \(response.responseName) has no \(key)"))
    }
}
