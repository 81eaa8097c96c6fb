import PeriluneCore

/// The cookie that tells visitors apart.
extension HTTPRequest {
    /// The secret of the visitor, as the browser sends it.
    var visitor: String? { cookie(named: cookieName) }

    /// The first 64 bytes of a cookie.
    func cookie(named name: String) -> String? {
        for field in headers.all("cookie") {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(name + "=") else { continue }
                return String(pair.dropFirst(name.count + 1).prefix(64))
            }
        }
        return nil
    }

    /// The header that sets it; scripts do not see it, and requests of other sites do not have it.
    func cookie(_ secret: String) -> String {
        "\(cookieName)=\(secret); Path=\(PageRequest.prefix); HttpOnly; SameSite=Strict"
            + (isEncrypted ? "; Secure" : "")
    }

    /// Whether the browser uses TLS, possibly through a proxy: only then, or on its own machine, it sends the origin
    /// of a request.
    private var isEncrypted: Bool {
        let host = headers["host"] ?? ""
        return headers["sec-fetch-site"] != nil
            && !["127.", "localhost", "[::1]"].contains { host.hasPrefix($0) }
    }

    /// Cookies of a host are the same on all its ports: so the name contains the port.
    private var cookieName: String {
        let port = (headers["host"] ?? "").reversed().prefix { $0.isASCII && $0.isNumber }
        return "perilune-visitor-" + String(port.reversed())
    }
}
