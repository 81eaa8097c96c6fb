import PeriluneXML

extension XMLWriter {
    /// Writes the content of a request's element, including its `i:type`.
    mutating func request(_ request: OrganizationRequest) {
        attribute(
            "type", prefix: "i", "\(request.namespace.rawValue):\(request.requestName)Request")
        begin("Parameters", prefix: "a")
        for pair in request.parameters {
            begin("KeyValuePairOfstringanyType", prefix: "a")
            element("key", prefix: "b", pair.key)
            parameter(pair)
            end()
        }
        end()
        contractElement("RequestId", (request.requestId ?? .zero).description)
        contractElement("RequestName", request.requestName)
    }

    /// Writes the content of a response's element, including its `i:type`.
    mutating func response(_ response: OrganizationResponse) {
        let namespace = MessageDescription.named(response.responseName)?.namespace ?? .crm
        attribute("type", prefix: "i", "\(namespace.rawValue):\(response.responseName)Response")
        contractElement("ResponseName", response.responseName)
        begin("Results", prefix: "a")
        pairs(response.results, prefix: "a")
        end()
    }

    mutating func multipleSettings(_ settings: ExecuteMultipleSettings) {
        element("ContinueOnError", prefix: "h", settings.continueOnError ? "true" : "false")
        element("ReturnResponses", prefix: "h", settings.returnResponses ? "true" : "false")
    }

    mutating func multipleResponses(_ items: [ExecuteMultipleResponseItem]) {
        list("ExecuteMultipleResponseItem", prefix: "h", items) { writer, item in
            writer.begin("Fault", prefix: "h")
            if let fault = item.fault {
                writer.fault(fault, at: nil)
            } else {
                writer.attribute("nil", prefix: "i", "true")
            }
            writer.end()
            writer.element("RequestIndex", prefix: "h", String(item.requestIndex))
            writer.begin("Response", prefix: "h")
            if let response = item.response {
                writer.response(response)
            } else {
                writer.attribute("nil", prefix: "i", "true")
            }
            writer.end()
        }
    }

    private mutating func parameter(_ pair: AttributeCollection.Pair) {
        if pair.key == SOAPEnumeration.concurrencyKey, case .option(let option) = pair.value,
            let name = SOAPEnumeration.concurrencyName(option)
        {
            begin("value", prefix: "b")
            attribute("type", prefix: "i", "g:ConcurrencyBehavior")
            text(name)
            end()
        } else {
            value(pair.value)
        }
    }
}
