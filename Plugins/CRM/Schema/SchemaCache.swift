import PeriluneCore

/// The tables of an organization, read once however many messages wait for them.
actor SchemaCache {
    private let read: @Sendable () async -> Result<Schema, CRMError>
    private var known: Schema?
    private var reading: Task<Result<Schema, CRMError>, Never>?

    init(
        _ schema: Schema?, read: @escaping @Sendable () async throws(CRMError) -> Schema
    ) {
        known = schema
        self.read = { () async -> Result<Schema, CRMError> in
            do throws(CRMError) {
                return .success(try await read())
            } catch {
                return .failure(error)
            }
        }
    }

    func schema() async throws(CRMError) -> Schema {
        if let known { return known }
        let task = reading ?? Task { [read] in await read() }
        reading = task
        let result = await task.value
        // A failure is not cached, so that the next message tries again.
        if case .success(let schema) = result { known = schema }
        if reading == task { reading = nil }
        return try result.get()
    }
}
