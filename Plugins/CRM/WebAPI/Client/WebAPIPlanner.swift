import PeriluneCore
import PeriluneJSON

/// Turns messages into requests of the Web API.
struct WebAPIPlanner: Sendable {
    let codec: WebAPICodec

    /// What records are read with: names of lookups and formatted values come as annotations.
    static let annotations: HTTPHeaders = [("Prefer", "odata.include-annotations=\"*\"")]

    /// The requests of a message; the batches have none of their own.
    func plan(_ request: OrganizationRequest) throws(CRMError) -> WebAPIPlan {
        let parameters = request.parameters
        switch request.requestName {
        case "Create": return try create(parameters)
        case "Retrieve": return try retrieve(parameters)
        case "RetrieveMultiple": return try retrieveMultiple(parameters)
        case "Update": return try update(parameters)
        case "Upsert": return try upsert(parameters)
        case "Delete": return try delete(parameters)
        case "Assign": return try assign(parameters)
        case "SetState": return try setState(parameters)
        case "Associate": return try relate(parameters, linking: true)
        case "Disassociate": return try relate(parameters, linking: false)
        case "AssociateEntities": return try relateMonikers(parameters, linking: true)
        case "DisassociateEntities": return try relateMonikers(parameters, linking: false)
        case "SetRelated": return try relateByDefault(parameters, linking: true)
        case "RemoveRelated": return try relateByDefault(parameters, linking: false)
        default: return try operation(request)
        }
    }

    func path(_ reference: EntityReference) throws(CRMError) -> String {
        try CRMError.wrapping { () throws(PeriluneError) in try codec.path(reference).urlEncoded }
    }

    func table(_ name: String) throws(CRMError) -> EntityDefinition {
        try CRMError.wrapping { () throws(PeriluneError) in try codec.schema.requireTable(name) }
    }

    /// The way to the record of an entity: by identity or alternate key.
    func target(_ entity: Entity) throws(CRMError) -> EntityReference {
        guard entity.id != nil || !entity.keyAttributes.isEmpty else {
            throw .fault(
                CRMFault(.invalidArgument, "Entity Id must be specified for Operation"))
        }
        return EntityReference(
            entity.logicalName, entity.id ?? .zero, keyAttributes: entity.keyAttributes,
            rowVersion: entity.rowVersion)
    }

    /// `If-Match` with the version if the request has one, else with `otherwise`.
    func match(
        _ parameters: AttributeCollection, _ version: String?, otherwise: String?
    ) throws(CRMError) -> HTTPHeaders {
        var headers = HTTPHeaders()
        let behavior: Int32? =
            switch parameters["ConcurrencyBehavior"] {
            case .option(let option): option.value
            case .int(let value): value
            default: nil
            }
        if behavior == 1 {
            guard let version else {
                throw .fault(
                    CRMFault(.invalidArgument, "The RowVersion property must be provided"))
            }
            headers["If-Match"] = WebAPIEntityTag.header(version)
        } else if let otherwise {
            headers["If-Match"] = otherwise
        }
        if case .bool(let suppress)? = parameters["SuppressDuplicateDetection"] {
            headers["MSCRM.SuppressDuplicateDetection"] = suppress ? "true" : "false"
        }
        return headers
    }
}

extension String {
    /// The text escaped for a path; separators of path segments are kept.
    var urlEncoded: String {
        var encoded = ""
        for scalar in unicodeScalars {
            let isPlain =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-._~$/(),='@*:".unicodeScalars.contains(scalar))
            if isPlain {
                encoded.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 {
                    let digits = String(byte, radix: 16, uppercase: true)
                    encoded += byte < 16 ? "%0\(digits)" : "%\(digits)"
                }
            }
        }
        return encoded
    }
}
