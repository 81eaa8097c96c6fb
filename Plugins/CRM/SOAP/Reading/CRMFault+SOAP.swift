import PeriluneCore
import PeriluneXML

extension CRMFault {
    /// Reads OrganizationServiceFault, and the faults inside of it.
    init(soap element: XMLElement) throws(PeriluneError) {
        self.init(.unexpected, "")
        for child in element.elements where !child.isNil {
            switch child.name {
            case "ErrorCode": code = ErrorCode(rawValue: try child.int())
            case "ErrorDetails": details = Self.details(child)
            case "Message": message = child.text
            case "TraceText": trace = child.text.isEmpty ? nil : child.text
            case "InnerFault":
                var cause = try CRMFault(soap: child)
                let deeper = cause.causes
                cause.causes = []
                causes = [cause] + deeper
            default: break
            }
        }
        if case .string(let text) = details[SOAPFault.retryAfterKey] {
            retryAfter = SOAPFault.seconds(text)
            details[SOAPFault.retryAfterKey] = nil
        }
    }

    /// A detail of a type that is not known must not hide the fault, so it is left out.
    private static func details(_ element: XMLElement) -> AttributeCollection {
        var details: AttributeCollection = [:]
        for pair in element.elements.prefix(100) {
            guard let (key, value) = try? pair.pair() else { continue }
            if let value = try? CRMValue(soap: value) { details[key.text] = value }
        }
        return details
    }
}
