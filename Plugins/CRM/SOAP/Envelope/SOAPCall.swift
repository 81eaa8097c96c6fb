package import PeriluneCore
package import PeriluneXML

/// A request to the organization service, as found in an envelope.
package struct SOAPCall: Hashable, Sendable {
    /// The operation that carries the request.
    package var operation: SOAPOperation
    /// The request.
    package var request: OrganizationRequest
    /// The user on whose behalf it is sent, if that is another user.
    package var callerId: GUID?
    /// The version of SOAP, also of the response.
    package var version = SOAPVersion.v11

    /// Makes a call.
    package init(_ request: OrganizationRequest, operation: SOAPOperation = .execute) {
        self.operation = operation
        self.request = request
    }

    /// The document.
    ///
    /// - Throws: `xml.character` for what XML cannot hold, `soap.query` for what QueryExpression cannot
    ///   say, `soap.request` for a parameter that the operation lacks.
    package func encode() throws(PeriluneError) -> [UInt8] {
        try checkQueries(request.parameters)
        let body = operation == .execute ? nil : try SOAPClassicBody(self)
        return try SOAPEnvelope.write(version, callerId: callerId) { writer in
            writer.begin(operation.rawValue)
            writer.namespace("", SOAPNamespace.services.rawValue)
            if let body {
                body.write(to: &writer)
            } else {
                writer.begin("request")
                writer.request(request)
                writer.end()
            }
            writer.end()
        }
    }

    /// Reads the document; the operation is that of the body, whatever the header `SOAPAction` says.
    package static func decode(
        _ bytes: [UInt8], encoding: XMLEncoding? = nil
    ) throws(PeriluneError) -> SOAPCall {
        let (version, header, body) = try SOAPEnvelope.read(bytes, encoding: encoding)
        guard body.namespace == SOAPNamespace.services.rawValue,
            let operation = SOAPOperation(rawValue: body.name)
        else {
            throw body.error("soap.operation", "unknown operation \(body.name)")
        }
        let request =
            operation == .execute
            ? try OrganizationRequest(soap: body.required("request"))
            : try SOAPClassicBody.read(body, operation)
        var call = SOAPCall(request, operation: operation)
        call.version = version
        call.callerId = try header?.child("CallerId")?.optionalGUID()
        return call
    }

    private func checkQueries(_ parameters: AttributeCollection) throws(PeriluneError) {
        for pair in parameters {
            guard case .query(.expression(let query)) = pair.value,
                let reason = query.reasonAgainstSOAP
            else { continue }
            throw PeriluneError(
                "soap.query", "QueryExpression cannot express \(reason)", hint: "use FetchXML")
        }
    }
}

extension Query {
    /// The part of a query that only FetchXML can express; `nil` if there is none.
    fileprivate var reasonAgainstSOAP: String? {
        if columns.contains(where: \.distinct) { return "that a column is counted once a value" }
        if columns.contains(where: { !$0.userTimeZone }) { return "that dates are grouped in UTC" }
        if columns.contains(where: \.countChildren) { return "that children are counted" }
        if aggregateLimit != nil { return "how many records an aggregate may cover" }
        return nil
    }
}
