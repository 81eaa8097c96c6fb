import PeriluneCore
import PeriluneXML

/// The frame around every message: Envelope and Body.
enum SOAPEnvelope {
    /// A page of 5000 records with all their columns has some millions of nodes.
    static let limits = {
        var limits = XMLLimits()
        limits.bytes = 64 << 20
        limits.nodes = 8_000_000
        return limits
    }()

    static func write(
        _ version: SOAPVersion, callerId: GUID? = nil, _ content: (inout XMLWriter) -> Void
    ) throws(PeriluneError) -> [UInt8] {
        var writer = XMLWriter()
        writer.begin("Envelope", prefix: "s")
        for space in SOAPNamespace.allCases where space != .services {
            writer.namespace(
                space.prefix, space == .envelope ? version.namespace : space.rawValue)
        }
        if let callerId {
            writer.begin("Header", prefix: "s")
            writer.contractElement("CallerId", callerId.description)
            writer.end()
        }
        writer.begin("Body", prefix: "s")
        content(&writer)
        writer.end()
        writer.end()
        return try writer.finish()
    }

    /// Reads an envelope: its header, and the single element in its body.
    static func read(
        _ bytes: [UInt8], encoding: XMLEncoding? = nil
    ) throws(PeriluneError) -> (version: SOAPVersion, header: XMLElement?, content: XMLElement) {
        let root = try XMLElement.parse(bytes, encoding: encoding, limits: limits)
        let version: SOAPVersion
        switch root.namespace {
        case SOAPNamespace.envelope.rawValue: version = .v11
        case SOAPNamespace.envelope12: version = .v12
        default: throw root.error("soap.envelope", "the document is not a SOAP envelope")
        }
        guard root.name == "Envelope",
            let body = root.child("Body", namespace: version.namespace)
        else { throw root.error("soap.envelope", "the envelope has no body") }
        let contents = body.elements
        guard contents.count == 1, let content = contents.first else {
            throw body.error(
                "soap.envelope", "the body must have one element, got \(contents.count)")
        }
        return (version, root.child("Header", namespace: version.namespace), content)
    }
}
