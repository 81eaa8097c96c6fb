import PeriluneCore
import PeriluneXML

extension OrganizationRequest {
    /// Reads a request by its RequestName: what `i:type` says is often only the base class.
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init("")
        for child in element.elements where !child.isNil {
            switch child.name {
            case "Parameters": parameters = try AttributeCollection(soap: child)
            case "RequestId": requestId = try child.optionalGUID()
            case "RequestName": requestName = child.text
            default: break
            }
        }
        guard !requestName.isEmpty else {
            throw element.error("soap.request", "the request has no RequestName")
        }
        namespace = Self.namespace(of: requestName, element)
    }

    private static func namespace(of name: String, _ element: XMLElement) -> MessageNamespace {
        if let known = MessageDescription.named(name) { return known.namespace }
        let type = element.attribute("type", namespace: SOAPNamespace.instance.rawValue)
        let resolved = type.flatMap { element.resolve($0) }
        let isXrm =
            resolved?.namespace == SOAPNamespace.xrm.rawValue
            && resolved?.name != "OrganizationRequest"
        return isXrm ? .xrm : .crm
    }
}

extension OrganizationResponse {
    /// Reads a response; without a name, it has that of the request.
    init(soap element: XMLElement, to request: String = "") throws(PeriluneError) {
        self.init(element.child("ResponseName")?.optionalText ?? request)
        if let list = element.child("Results"), !list.isNil {
            results = try AttributeCollection(soap: list)
        }
    }
}

extension ExecuteMultipleSettings {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init(
            continueOnError: try element.child("ContinueOnError")?.bool() ?? false,
            returnResponses: try element.child("ReturnResponses")?.bool() ?? false)
    }
}

extension ExecuteMultipleResponseItem {
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init(Int(try element.required("RequestIndex").int()))
        if let child = element.child("Fault"), !child.isNil { fault = try CRMFault(soap: child) }
        if let child = element.child("Response"), !child.isNil {
            response = try OrganizationResponse(soap: child)
        }
    }
}
