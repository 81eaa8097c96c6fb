/// Where the tables of an organization are learned from: its metadata, or a given schema.
public protocol SchemaSource: Sendable {
    /// The tables; the first call may be slow.
    func schema() async throws(CRMError) -> Schema
}

extension Schema: SchemaSource {
    /// Returns `self`.
    public func schema() async throws(CRMError) -> Schema { self }
}

/// Reads the tables from a second source where the first one fails.
struct FallbackSchemaSource: SchemaSource {
    private let primary: any SchemaSource
    private let fallback: any SchemaSource

    init(primary: any SchemaSource, fallback: any SchemaSource) {
        self.primary = primary
        self.fallback = fallback
    }

    func schema() async throws(CRMError) -> Schema {
        do throws(CRMError) {
            return try await primary.schema()
        } catch {
            do throws(CRMError) {
                return try await fallback.schema()
            } catch _ {
                // The error of the primary source is more useful.
                throw error
            }
        }
    }
}

extension Schema {
    /// The table of this name; throws CRM's fault for an unknown table.
    func definition(of entity: String) throws(CRMError) -> EntityDefinition {
        do throws(CRMFault) {
            return try require(entity: entity)
        } catch {
            throw .fault(error)
        }
    }
}
