import CRMPlugin
import PeriluneCore
import PeriluneXML

/// RetrieveEntity: the request by which clients get the definition of a table.
enum SOAPMetadata {
    static let request = "RetrieveEntity"

    /// The response document to a call.
    static func document(
        _ call: SOAPCall, _ schema: Schema
    ) throws(CRMFault) -> [UInt8] {
        let parameters = call.request.parameters
        let filters: EntityFilters =
            if case .string(let names)? = parameters["EntityFilters"] {
                try EntityFilters(names)
            } else {
                []
            }
        let writer = EntityMetadataWriter(
            entity: try table(parameters, schema), schema: schema, filters: filters)
        do throws(PeriluneError) {
            return try SOAPReply.document(answering: request, call.version) { document in
                document.begin("KeyValuePairOfstringanyType", prefix: "a")
                document.element("key", prefix: "b", "EntityMetadata")
                writer.write(to: &document)
                document.end()
            }
        } catch {
            throw CRMFault(.unexpected, "Cannot write the response: \(error.message)")
        }
    }

    private static func table(
        _ parameters: AttributeCollection, _ schema: Schema
    ) throws(CRMFault) -> EntityDefinition {
        if case .string(let name)? = parameters["LogicalName"], !name.isEmpty {
            return try schema.require(entity: name)
        }
        guard case .guid(let id)? = parameters["MetadataId"], id != .zero else {
            throw .missingField("LogicalName")
        }
        let found = schema.entities.first { DefinitionWriter.id("entity", $0.logicalName) == id }
        guard let found else { throw .noRecord("entity", id) }
        return found
    }
}
