import CRMPlugin
import PeriluneCore
import PeriluneJSON

extension WebAPIContext {
    /// Calls the handler of a request by the form of its path.
    func route(_ request: WebAPIRequest) throws(CRMFault) -> HTTPResponse {
        guard let first = request.segments.first else {
            return try only("GET", request) { serviceDocument() }
        }
        let rest = request.segments.dropFirst()
        switch first.name {
        case "$metadata":
            return try only("GET", request) { () throws(CRMFault) in try metadataDocument() }
        case "$batch":
            return try only("POST", request) { () throws(CRMFault) in try batch(request) }
        case "EntityDefinitions", "RelationshipDefinitions", "GlobalOptionSetDefinitions":
            return try only("GET", request) { () throws(CRMFault) in
                try definitions(request)
            }
        default: break
        }
        guard let table = schema.entity(setName: first.name) else {
            return try unbound(first, rest, request)
        }
        if first.key == nil || first.key == .empty {
            return try collection(table, rest, request)
        }
        let reference = try reference(first)
        guard let second = rest.first else { return try record(reference, table, request) }
        return try member(second, rest.dropFirst(), of: reference, table, request)
    }

    /// Handles the path after an entity set.
    private func collection(
        _ table: EntityDefinition, _ rest: ArraySlice<ODataSegment>, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        guard let next = rest.first else {
            switch request.method {
            case "GET": return try list(table, request)
            case "POST": return try create(table, request)
            default: throw notAllowed(request)
            }
        }
        if next.name == "$count" {
            return try only("GET", request) { () throws(CRMFault) in try count(table, request) }
        }
        return try only("POST", request) { () throws(CRMFault) in
            try bulk(try operationName(next), on: table, request)
        }
    }

    /// A record itself.
    private func record(
        _ reference: EntityReference, _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        switch request.method {
        case "GET": return try retrieve(reference, table, request)
        case "PATCH": return try update(reference, table, request)
        case "DELETE": return try delete(reference, request)
        default: throw notAllowed(request)
        }
    }

    /// A property of a record, what it leads to, or an operation on it.
    private func member(
        _ segment: ODataSegment, _ rest: ArraySlice<ODataSegment>, of reference: EntityReference,
        _ table: EntityDefinition, _ request: WebAPIRequest
    ) throws(CRMFault) -> HTTPResponse {
        if segment.name.contains(".") {
            return try bound(try operationName(segment), segment, reference, request)
        }
        if let navigation = names.navigation(segment.name, of: table) {
            if rest.first?.name == "$ref" {
                return try link(navigation, segment, reference, table, request)
            }
            guard rest.isEmpty else { throw notFound(rest.first?.name ?? "") }
            return try related(navigation, segment, reference, table, request)
        }
        guard let attribute = names.attribute(segment.name, of: table) else {
            throw notFound(segment.name)
        }
        return try property(
            attribute, raw: rest.first?.name == "$value", of: reference, table, request)
    }

    /// The name of an operation, which must be qualified after a record or a set.
    private func operationName(_ segment: ODataSegment) throws(CRMFault) -> String {
        if let name = segment.name.dropping(WebAPICodec.namespace + ".") { return name }
        throw notFound(segment.name)
    }

    func notFound(_ segment: String) -> CRMFault {
        CRMFault(.odataSegment, "Resource not found for the segment '\(segment)'.")
    }

    func notAllowed(_ request: WebAPIRequest) -> CRMFault {
        CRMFault(.notSupported, "The method \(request.method.prefix(20)) is not allowed here.")
    }

    private func only(
        _ method: String, _ request: WebAPIRequest,
        _ body: () throws(CRMFault) -> HTTPResponse
    ) throws(CRMFault) -> HTTPResponse {
        guard request.method == method else { throw notAllowed(request) }
        return try body()
    }
}
