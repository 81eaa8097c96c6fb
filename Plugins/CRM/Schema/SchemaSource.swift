/// Where the tables of an organization are learned from: its metadata, or a schema at hand.
public protocol SchemaSource: Sendable {
    /// The tables; the first call may take its time.
    func schema() async throws(CRMError) -> Schema
}

extension Schema: SchemaSource {
    /// Itself.
    public func schema() async throws(CRMError) -> Schema { self }
}

extension Schema {
    /// The table of this name, or the fault that CRM answers.
    func definition(of entity: String) throws(CRMError) -> EntityDefinition {
        do throws(CRMFault) {
            return try require(entity: entity)
        } catch {
            throw .fault(error)
        }
    }
}
