package import PeriluneCore
package import PeriluneXML

/// A reply of the organization service, as found in an envelope.
package enum SOAPReply: Hashable, Sendable {
    case response(OrganizationResponse)
    case fault(CRMFault)

    /// The response document to a call.
    package func encode(
        to operation: SOAPOperation = .execute, _ version: SOAPVersion = .v11, at time: Timestamp
    ) throws(PeriluneError) -> [UInt8] {
        try SOAPEnvelope.write(version) { writer in
            switch self {
            case .response(let response): writer.reply(response, to: operation)
            case .fault(let fault): writer.reply(fault, version, at: time)
            }
        }
    }

    /// The response document of Execute for results that are not values of records; `results` writes them.
    package static func document(
        answering name: String, _ version: SOAPVersion, _ results: (inout XMLWriter) -> Void
    ) throws(PeriluneError) -> [UInt8] {
        try SOAPEnvelope.write(version) { writer in
            writer.begin("ExecuteResponse")
            writer.namespace("", SOAPNamespace.services.rawValue)
            writer.begin("ExecuteResult")
            writer.attribute("type", prefix: "i", "a:\(name)Response")
            writer.contractElement("ResponseName", name)
            writer.contractElement("Results") { results(&$0) }
            writer.end()
            writer.end()
        }
    }

    /// Reads the response document to a call.
    package static func decode(
        _ bytes: [UInt8], to call: SOAPCall
    ) throws(PeriluneError) -> SOAPReply {
        let (version, _, body) = try SOAPEnvelope.read(bytes)
        if body.name == "Fault", body.namespace == version.namespace {
            return .fault(try CRMFault(envelope: body))
        }
        let operation = call.operation.rawValue
        guard body.namespace == SOAPNamespace.services.rawValue,
            body.name == "\(operation)Response"
        else {
            throw body.error("soap.answer", "\(body.name) is not a response to \(operation)")
        }
        guard call.operation == .execute else {
            return .response(try OrganizationResponse(classic: body, to: call))
        }
        let result = try body.required("ExecuteResult")
        return .response(try OrganizationResponse(soap: result, to: call.request.requestName))
    }
}

extension OrganizationResponse {
    fileprivate init(classic body: XMLElement, to call: SOAPCall) throws(PeriluneError) {
        self.init(call.request.requestName)
        guard let key = call.operation.resultKey else { return }
        let result = try body.required("\(call.operation.rawValue)Result")
        results[key] =
            switch call.operation {
            case .create: .guid(try result.guid())
            case .retrieve: .entity(try Entity(soap: result))
            default: .entities(try EntityCollection(soap: result))
            }
    }
}

extension XMLWriter {
    fileprivate mutating func reply(
        _ response: OrganizationResponse, to operation: SOAPOperation
    ) {
        begin("\(operation.rawValue)Response")
        namespace("", SOAPNamespace.services.rawValue)
        if operation == .execute {
            begin("ExecuteResult")
            self.response(response)
            end()
        } else if let key = operation.resultKey {
            begin("\(operation.rawValue)Result")
            switch response.results[key] {
            case .guid(let id): text(id.description)
            case .entity(let entity): self.entity(entity)
            case .entities(let collection): self.collection(collection)
            default: attribute("nil", prefix: "i", "true")
            }
            end()
        }
        end()
    }
}
