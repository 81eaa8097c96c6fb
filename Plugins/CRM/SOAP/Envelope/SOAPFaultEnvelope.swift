import PeriluneCore
import PeriluneXML

extension XMLWriter {
    mutating func reply(_ fault: CRMFault, _ version: SOAPVersion, at time: Timestamp) {
        begin("Fault", prefix: "s")
        switch version {
        case .v11:
            element("faultcode", "s:Client")
            begin("faultstring")
            attribute("lang", prefix: "xml", "en-US")
            text(fault.message)
            end()
            begin("detail")
        case .v12:
            begin("Code", prefix: "s")
            element("Value", prefix: "s", "s:Sender")
            end()
            begin("Reason", prefix: "s")
            begin("Text", prefix: "s")
            attribute("lang", prefix: "xml", "en-US")
            text(fault.message)
            end()
            end()
            begin("Detail", prefix: "s")
        }
        begin("OrganizationServiceFault", prefix: "a")
        self.fault(fault, at: time)
        end()
        end()
        end()
    }
}

extension CRMFault {
    /// Reads a fault of SOAP, including those of gateways and of WCF itself.
    init(envelope element: XMLElement) throws(PeriluneError) {
        let detail = element.child("detail") ?? element.child("Detail")
        let reason =
            element.child("faultstring")?.text ?? element.child("Reason")?.child("Text")?.text
        if let detail, let fault = detail.child("OrganizationServiceFault") {
            try self.init(soap: fault)
            if message.isEmpty, let reason { message = reason }
        } else if let reason {
            self.init(.unexpected, reason)
        } else {
            throw element.error("soap.answer", "the fault has no message")
        }
    }
}
