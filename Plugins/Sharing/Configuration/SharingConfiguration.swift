public import PeriluneCore

/// Where pictures may go.
///
/// ```json
/// {"folder": "pictures",
///  "mail": {"server": "smtp://mail.example.com:587", "from": "charts@example.com",
///           "user": "charts", "password": "env:MAIL_PASSWORD", "allow": ["example.com"]},
///  "uploads": [{"name": "wiki", "url": "https://wiki.example.com/pictures/",
///               "headers": {"Authorization": "file:/run/secrets/wiki"}}]}
/// ```
public struct SharingConfiguration: Sendable {
    /// The folder that files are written to; `nil` writes none.
    public var folder: String?
    /// The settings for mail; `nil` to send none.
    public var mail: Mail?
    /// Addresses on the Web, with names of your choice.
    public var uploads: [Upload]

    /// Creates a configuration that allows only the named destinations.
    public init(folder: String? = nil, mail: Mail? = nil, uploads: [Upload] = []) {
        self.folder = folder
        self.mail = mail
        self.uploads = uploads
    }

    /// The mail server and the allowed recipients.
    public struct Mail: Sendable {
        /// `smtp://host:587`, with STARTTLS, or `smtps://host:465`.
        public var server: String
        /// The sender's address.
        public var from: String
        /// The user name for the mail server; `nil` to send without signing in.
        public var user: String?
        /// The password of the user.
        public var password: Secret?
        /// The allowed recipients: addresses, domains, `*.example.com` for all subdomains.
        public var allow: [String]
        /// A PEM file with the certificate authorities to trust instead of the system's.
        public var caFile: String?
        /// Whether TLS is used; only a server on this machine may be used without it.
        public var isEncrypted: Bool

        /// Describes how mail is sent.
        public init(
            server: String, from: String, user: String? = nil, password: Secret? = nil,
            allow: [String], caFile: String? = nil, isEncrypted: Bool = true
        ) {
            self.server = server
            self.from = from
            self.user = user
            self.password = password
            self.allow = allow
            self.caFile = caFile
            self.isEncrypted = isEncrypted
        }
    }

    /// An address on the Web that takes pictures.
    public struct Upload: Sendable {
        /// The name that scripts use.
        public var name: String
        /// An `https` URL, or `http` on this machine; if it ends in `/`, the file's name is appended.
        public var url: String
        /// The method of the request.
        public var method: Method
        /// Headers of the request, such as `Authorization`.
        public var headers: [(name: String, secret: Secret)]
        /// A PEM file with the authorities to trust instead of the system's.
        public var caFile: String?

        /// The methods that carry a picture.
        public enum Method: String, Sendable, CaseIterable {
            case put = "PUT"
            case post = "POST"
        }

        /// Describes an address.
        public init(
            _ name: String, url: String, method: Method = .put,
            headers: [(name: String, secret: Secret)] = [], caFile: String? = nil
        ) {
            self.name = name
            self.url = url
            self.method = method
            self.headers = headers
            self.caFile = caFile
        }
    }
}
