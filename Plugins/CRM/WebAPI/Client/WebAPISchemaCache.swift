import PeriluneCore

/// The tables of an organization, read once however many messages wait for them.
actor WebAPISchemaCache {
    private let transport: WebAPITransport
    private var known: Schema?
    private var reading: Task<Result<Schema, CRMError>, Never>?

    init(_ transport: WebAPITransport, _ schema: Schema?) {
        self.transport = transport
        known = schema
    }

    func schema() async throws(CRMError) -> Schema {
        if let known { return known }
        let task = reading ?? Task { [transport] in await Self.read(transport) }
        reading = task
        let result = await task.value
        // A failure is not kept: the next message tries again.
        if case .success(let schema) = result { known = schema }
        if reading == task { reading = nil }
        return try result.get()
    }

    private static func read(_ transport: WebAPITransport) async -> Result<Schema, CRMError> {
        do throws(CRMError) {
            return .success(try await Schema(webAPI: transport))
        } catch {
            return .failure(error)
        }
    }
}
