import CRMPlugin
import PeriluneCore
import PeriluneJSON

extension ODataV2Context {
    /// Calls the handler of a request by the form of its path.
    func route(_ request: ODataV2Request) throws(CRMFault) -> HTTPResponse {
        let first = request.segments.first
        if first?.name == "$metadata" {
            guard request.method == "GET" else { return ODataV2Reply.notAllowed(request, "GET") }
            return try metadataDocument()
        }
        guard request.acceptsJSON else {
            return ODataV2Reply.refusal(
                406, "The media type in Accept is not supported; use application/json.")
        }
        guard let first else {
            guard request.method == "GET" else { return ODataV2Reply.notAllowed(request, "GET") }
            return serviceDocument()
        }
        guard let table = codec.table(ofSet: first.name) else { throw notFound(first.name) }
        let rest = request.segments.dropFirst()
        guard let key = first.key else {
            if let next = rest.first { throw notFound(next.name) }
            return try set(table, request)
        }
        guard let id = first.id, key != .empty else {
            throw CRMFault(
                .odataExpression,
                "Bad Request - Error in query syntax: write \(first.name)(guid'...').")
        }
        let reference = EntityReference(table.logicalName, id)
        guard let second = rest.first else { return try record(reference, table, request) }
        let last = rest.dropFirst()
        if second.name == "$links", let property = last.first, last.count == 1 {
            let navigation = try navigation(property.name, of: table)
            return try links(navigation, property, of: reference, table, request)
        }
        if let next = last.first { throw notFound(next.name) }
        if let attribute = names.attribute(second.name, of: table), attribute.type.edmV2 != nil {
            return try property(attribute, of: reference, table, request)
        }
        return try related(
            try navigation(second.name, of: table), of: reference, table, request)
    }

    private func set(
        _ table: EntityDefinition, _ request: ODataV2Request
    ) throws(CRMFault) -> HTTPResponse {
        switch request.method {
        case "GET": try list(table, request)
        case "POST": try create(table, request)
        default: ODataV2Reply.notAllowed(request, "GET, POST")
        }
    }

    private func record(
        _ reference: EntityReference, _ table: EntityDefinition, _ request: ODataV2Request
    ) throws(CRMFault) -> HTTPResponse {
        switch request.method {
        case "GET": return try retrieve(reference, table, request)
        case "MERGE": try merge(reference, table, request)
        case "PUT": try replace(reference, table, request)
        case "DELETE": try run("Delete", ["Target": .reference(reference)])
        default: return ODataV2Reply.notAllowed(request, "GET, MERGE, PUT, DELETE")
        }
        return ODataV2Reply.empty()
    }

    private func navigation(
        _ name: String, of table: EntityDefinition
    ) throws(CRMFault) -> ODataNames.Navigation {
        if let navigation = names.navigation(name, of: table) { return navigation }
        throw notFound(name)
    }

    /// The names of all sets.
    private func serviceDocument() -> HTTPResponse {
        let sets = schema.entities.map { JSONTree.string($0.v2EntitySetName) }
        return ODataV2Reply.json(.object([.init("EntitySets", .array(sets))]))
    }

    private func metadataDocument() throws(CRMFault) -> HTTPResponse {
        let bytes = try reading { () throws(PeriluneError) in try EDMXWriter(names).document() }
        return ODataV2Reply.response(200, "application/xml;charset=utf-8", bytes)
    }
}
