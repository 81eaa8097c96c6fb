/// The versions of SOAP: the service uses 1.1, and answers requests in 1.2 in the same version.
package enum SOAPVersion: Sendable {
    case v11
    case v12

    /// The namespace of the envelope.
    package var namespace: String {
        self == .v11 ? SOAPNamespace.envelope.rawValue : SOAPNamespace.envelope12
    }

    /// The content type of a message.
    package var contentType: String {
        self == .v11 ? "text/xml; charset=utf-8" : "application/soap+xml; charset=utf-8"
    }
}
