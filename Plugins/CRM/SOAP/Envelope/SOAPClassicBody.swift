import PeriluneCore
import PeriluneXML

/// The seven operations besides Execute, each with elements of its own instead of parameters.
enum SOAPClassicBody {
    case entity(Entity)
    case target(EntityReference, ColumnSet?)
    case query(QueryBase)
    case links(EntityReference, Relationship, [EntityReference])

    /// Splits a message into the elements of a classic operation.
    init(_ call: SOAPCall) throws(PeriluneError) {
        guard let body = Self(call.operation, call.request.parameters) else {
            throw PeriluneError(
                "soap.request",
                "\(call.request.requestName) lacks a parameter that \(call.operation.rawValue) requires"
            )
        }
        self = body
    }

    private init?(_ operation: SOAPOperation, _ parameters: AttributeCollection) {
        let target = parameters["Target"].flatMap { EntityReference(crm: $0) }
        switch operation {
        case .execute: return nil
        case .create, .update:
            guard case .entity(let entity) = parameters["Target"] else { return nil }
            self = .entity(entity)
        case .delete:
            guard let target else { return nil }
            self = .target(target, nil)
        case .retrieve:
            guard let target, case .columns(let columns) = parameters["ColumnSet"] else {
                return nil
            }
            self = .target(target, columns)
        case .retrieveMultiple:
            guard case .query(let query) = parameters["Query"] else { return nil }
            self = .query(query)
        case .associate, .disassociate:
            guard let target, case .relationship(let relationship) = parameters["Relationship"],
                case .references(let related) = parameters["RelatedEntities"]
            else { return nil }
            self = .links(target, relationship, related)
        }
    }

    func write(to writer: inout XMLWriter) {
        switch self {
        case .entity(let entity):
            writer.begin("entity")
            writer.entity(entity)
            writer.end()
        case .target(let target, let columns):
            writer.element("entityName", target.logicalName)
            writer.element("id", target.id.description)
            guard let columns else { return }
            writer.begin("columnSet")
            writer.columns(columns)
            writer.end()
        case .query(let query):
            writer.typedQuery(query, name: "query")
        case .links(let target, let relationship, let related):
            writer.element("entityName", target.logicalName)
            writer.element("entityId", target.id.description)
            writer.begin("relationship")
            writer.relationship(relationship)
            writer.end()
            writer.begin("relatedEntities")
            writer.list("EntityReference", related) { $0.reference($1) }
            writer.end()
        }
    }

    /// Reads the message that a classic operation stands for.
    ///
    /// A null element is a missing parameter; the organization reports the ones it requires.
    static func read(
        _ body: XMLElement, _ operation: SOAPOperation
    ) throws(PeriluneError) -> OrganizationRequest {
        var request = OrganizationRequest(operation.rawValue, namespace: .xrm)
        for child in body.elements where !child.isNil {
            switch child.name {
            case "entity": request.parameters["Target"] = .entity(try Entity(soap: child))
            case "columnSet": request.parameters["ColumnSet"] = .columns(try ColumnSet(soap: child))
            case "query": request.parameters["Query"] = .query(try QueryBase(soap: child))
            case "relationship":
                request.parameters["Relationship"] = .relationship(try Relationship(soap: child))
            case "relatedEntities":
                request.parameters["RelatedEntities"] = .references(
                    try child.items(EntityReference.init(soap:)))
            default: break
            }
        }
        if let name = body.child("entityName"), !name.isNil {
            let id = try (body.child("id") ?? body.child("entityId"))?.optionalGUID() ?? .zero
            request.parameters["Target"] = .reference(EntityReference(name.text, id))
        }
        return request
    }
}
