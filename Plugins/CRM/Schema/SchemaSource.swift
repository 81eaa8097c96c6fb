/// Where the tables of an organization are learned from: its metadata, or a schema at hand.
public protocol SchemaSource: Sendable {
    /// The tables; the first call may take its time.
    func schema() async throws(CRMError) -> Schema
}

extension Schema: SchemaSource {
    /// Itself.
    public func schema() async throws(CRMError) -> Schema { self }
}

/// Two places to learn from: the second is asked where the first does not answer.
struct EitherSchema: SchemaSource {
    private let first: any SchemaSource
    private let second: any SchemaSource

    init(_ first: any SchemaSource, else second: any SchemaSource) {
        self.first = first
        self.second = second
    }

    func schema() async throws(CRMError) -> Schema {
        do throws(CRMError) {
            return try await first.schema()
        } catch {
            do throws(CRMError) {
                return try await second.schema()
            } catch _ {
                // What the first said is nearer to what is in use.
                throw error
            }
        }
    }
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
