import PeriluneCore

/// A client without tokens: if the organization requires one, its error says so instead of "sign in again".
struct AnonymousClient: CRMClient, SchemaSource {
    let client: any CRMClient
    let tables: any SchemaSource

    func execute(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        do throws(CRMError) {
            return try await client.execute(request)
        } catch {
            throw error.withoutSignIn
        }
    }

    func schema() async throws(CRMError) -> Schema {
        do throws(CRMError) {
            return try await tables.schema()
        } catch {
            throw error.withoutSignIn
        }
    }
}

extension CRMError {
    fileprivate var withoutSignIn: CRMError {
        guard case .failure(let failure) = self, failure.code == "crm.unauthorized" else {
            return self
        }
        return .failure(
            PeriluneError(
                failure.code,
                "the organization requires a token, but the connection has no credentials",
                hint: "add 'auth' to the organization in its file, or set CRM_CLIENT and CRM_SECRET"
            ))
    }
}
