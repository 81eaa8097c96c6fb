public import PeriluneCore
public import PeriluneHTTP

/// How requests of scripts are sent.
///
/// Which hosts a script may reach is a matter of its grants.
///
/// ```json
/// {"timeout": 5,
///  "hosts": [{"host": "api.example.com", "headers": {"Authorization": "credential:api-token"}},
///            {"host": "http://inventory.internal:8080", "addresses": ["10.1.0.0/16"]}]}
/// ```
public struct HTTPConfiguration: Sendable {
    /// The time for a request with its redirects, unless the script says otherwise.
    public var timeout: Duration
    /// The largest body of a response, decompressed, in bytes.
    public var responseLimit: Int
    /// The largest body of a request, in bytes.
    public var requestLimit: Int
    /// Hosts with settings of their own; the first that matches applies.
    public var hosts: [Host]
    /// Answers in place of the name server, for tests.
    package var resolved: [String] = []

    /// Makes a configuration.
    public init(
        timeout: Duration = .seconds(10), responseLimit: Int = 1 << 20,
        requestLimit: Int = 1 << 20, hosts: [Host] = []
    ) {
        self.timeout = timeout
        self.responseLimit = responseLimit
        self.requestLimit = requestLimit
        self.hosts = hosts
    }

    /// The settings of one host.
    public struct Host: Sendable {
        /// The host as the grant `http` writes it, without methods.
        let scope: HTTPScope
        /// Headers that each request to it has, such as `Authorization`; scripts do not see them.
        public let headers: [(name: String, secret: Secret)]
        /// Networks that are not public, to which its name may resolve.
        public let addresses: [AddressRange]
        /// A PEM file with the authorities to trust instead of the system's.
        public let caFile: String?

        /// Describes a host.
        ///
        /// - Throws: `http.request` if the host is not valid.
        public init(
            _ host: String, headers: [(name: String, secret: Secret)] = [],
            addresses: [AddressRange] = [], caFile: String? = nil
        ) throws(PeriluneError) {
            scope = try HTTPScope(host)
            guard scope.methods.isEmpty else {
                throw HTTPOrigin.originError("methods belong to the grant")
            }
            self.headers = headers
            self.addresses = addresses
            self.caFile = caFile
        }
    }

    /// The settings of a host.
    func host(_ origin: HTTPOrigin) -> Host? { hosts.first { $0.scope.covers(origin) } }
}
