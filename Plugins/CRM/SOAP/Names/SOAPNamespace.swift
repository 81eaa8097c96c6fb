/// The namespaces of the organization service, and the prefixes that are written for them.
///
/// Prefixes are arbitrary; the first ones are those of Microsoft's mobile SDK (`a`, `b`, `c`, `i`). All are declared
/// once on the envelope, which is shorter than declaring them where they are used.
package enum SOAPNamespace: String, CaseIterable, Sendable {
    case envelope = "http://schemas.xmlsoap.org/soap/envelope/"
    case instance = "http://www.w3.org/2001/XMLSchema-instance"
    case xrm = "http://schemas.microsoft.com/xrm/2011/Contracts"
    case pairs = "http://schemas.datacontract.org/2004/07/System.Collections.Generic"
    case crm = "http://schemas.microsoft.com/crm/2011/Contracts"
    case schema = "http://www.w3.org/2001/XMLSchema"
    case serialization = "http://schemas.microsoft.com/2003/10/Serialization/"
    case arrays = "http://schemas.microsoft.com/2003/10/Serialization/Arrays"
    case xrm71 = "http://schemas.microsoft.com/xrm/7.1/Contracts"
    case xrm2012 = "http://schemas.microsoft.com/xrm/2012/Contracts"
    case xrm90 = "http://schemas.microsoft.com/xrm/9.0/Contracts"
    /// The default namespace inside of the body.
    case services = "http://schemas.microsoft.com/xrm/2011/Contracts/Services"

    /// The prefix before the colon; empty for the default namespace.
    package var prefix: String {
        switch self {
        case .envelope: "s"
        case .instance: "i"
        case .xrm: "a"
        case .pairs: "b"
        case .crm: "c"
        case .schema: "d"
        case .serialization: "e"
        case .arrays: "f"
        case .xrm71: "g"
        case .xrm2012: "h"
        case .xrm90: "j"
        case .services: ""
        }
    }

    /// The envelope of SOAP 1.2, which some clients use; they are answered in the same version.
    package static let envelope12 = "http://www.w3.org/2003/05/soap-envelope"
}
