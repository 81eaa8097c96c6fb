import PeriluneCore
import PeriluneXML

/// Checks the content type of a client's document.
enum SOAPContentType {
    /// Whether it is a type of SOAP, or is missing, as with some clients.
    static func isXML(_ header: String?) -> Bool {
        guard let header else { return true }
        let type = header.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        return ["text/xml", "application/soap+xml", "application/xml"].contains(type)
    }

    /// The encoding after `charset=`; `nil` for an unknown one, so that the document's own declaration is used.
    static func charset(_ header: String?) -> XMLEncoding? {
        guard let header, let range = header.lowercased().firstRange(of: "charset=") else {
            return nil
        }
        let label = header[range.upperBound...].prefix { $0 != ";" }
        return XMLEncoding(label: label.filter { $0 != "\"" && $0 != " " })
    }
}
