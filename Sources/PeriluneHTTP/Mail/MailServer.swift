package import PeriluneCore

/// A mail server, with the user and the security of the connection.
package struct MailServer: Sendable {
    /// `smtp://host:587`, with STARTTLS, or `smtps://host:465`.
    package let url: String
    /// Host and port, for messages.
    package let host: String
    /// The user to log in as; `nil` sends without logging in.
    package var user: String?
    /// The password of the user, revealed only to the client.
    package var password: Secret?
    /// A PEM file with the authorities to trust instead of the system's.
    package var caFile: String?
    /// Whether TLS is used; only a server on this machine may be used without it.
    package var isEncrypted: Bool
    /// The timeout from connecting to the last answer.
    package var timeout: Duration

    package init(
        _ url: String, user: String? = nil, password: Secret? = nil, caFile: String? = nil,
        isEncrypted: Bool = true, timeout: Duration = .seconds(60)
    ) throws(PeriluneError) {
        let schemes = ["smtp://", "smtps://"]
        guard let scheme = schemes.first(where: { url.hasPrefix($0) }) else {
            throw Self.addressError("must begin with smtp:// or smtps://")
        }
        let rest = url.dropFirst(scheme.count)
        let host = rest.hasSuffix("/") ? rest.dropLast() : rest
        let isPlain = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"/?#@\\".utf8.contains($0) }
        guard !host.isEmpty, isPlain else { throw Self.addressError("must have a host and a port") }
        guard isEncrypted || Loopback.contains(host) else {
            throw Self.addressError("is on another machine and must use TLS")
        }
        self.url = scheme + host
        self.host = String(host)
        self.user = user
        self.password = password
        self.caFile = caFile
        self.isEncrypted = isEncrypted
        self.timeout = timeout
    }

    private static func addressError(_ what: String) -> PeriluneError {
        PeriluneError(
            .mailServer, "the mail server \(what)",
            hint: "write it like smtp://mail.example.com:587")
    }
}

extension PeriluneError.Code {
    /// The URL of the server is invalid.
    static let mailServer: Self = "mail.server"
    /// There is no connection; nothing was sent.
    package static let mailConnect: Self = "mail.connect"
    /// There is no encrypted, trusted connection; nothing was sent.
    package static let mailTLS: Self = "mail.tls"
    /// The server rejects the user or the password; nothing was sent.
    package static let mailLogin: Self = "mail.login"
    /// The server rejects the sender, a receiver or the mail.
    package static let mailRefused: Self = "mail.refused"
    /// Any other error; the mail may have been sent.
    package static let mailFailed: Self = "mail.failed"
}
