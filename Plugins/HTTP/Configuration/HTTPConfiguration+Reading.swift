package import PeriluneCore
package import PeriluneFiles
import PeriluneHTTP

extension HTTPConfiguration: PluginConfiguration {
    package static let section = "http"
    package static let contents =
        "settings for HTTP requests of scripts: limits, and headers by host; grants in perilune.lua say which hosts scripts may call"
    package static let errorCode: PeriluneError.Code = "http.configuration"

    /// The settings of `plugins.http`, and of the file of `--http`.
    package static let schema = SettingsSchema([
        .init(
            "timeout", .number(1...600),
            "Seconds for a request and its redirects; 10 by default. A script can set another timeout."
        ),
        .init(
            "responseLimit", .number(1...64 << 20),
            "Largest body of a response, decompressed, in bytes; 1048576 by default."),
        .init(
            "requestLimit", .number(1...64 << 20),
            "Largest body of a request, in bytes; 1048576 by default."),
        .init("hosts", .list(hostSchema), "Settings of hosts; the first that matches applies."),
    ])

    private static let hostSchema = SettingsSchema([
        .init(
            "host", .text, isRequired: true,
            "The host as in the grant `http`: `api.example.com`, `http://inventory.internal:8080`, `*.example.com` for all subdomains."
        ),
        .init(
            "headers", .secrets,
            "Headers of each request to the host, such as `Authorization`; scripts do not see them."
        ),
        .init(
            "addresses", .texts,
            "Networks that are not public to which the host's name may resolve, such as `10.1.0.0/16`."
        ),
        .init(
            "caFile", .file,
            "A PEM file with the certificate authorities to trust, instead of the system's."),
    ])

    /// Reads values of the same names from anywhere.
    package init(_ value: Value, of source: SettingsSource) throws(PeriluneError) {
        let root = try Settings(value, Self.schema, of: source)
        self.init()
        if let seconds = try root.number("timeout") { timeout = .seconds(seconds) }
        if let bytes = try root.number("responseLimit") { responseLimit = bytes }
        if let bytes = try root.number("requestLimit") { requestLimit = bytes }
        hosts = try root.list("hosts").map { settings throws(PeriluneError) in
            try Host(settings)
        }
    }
}

extension HTTPConfiguration.Host {
    init(_ settings: Settings) throws(PeriluneError) {
        var addresses: [AddressRange] = []
        for text in try settings.texts("addresses") {
            guard let range = AddressRange(text) else {
                throw settings.error(
                    at: "addresses", "'\(text)' is not an address or a network",
                    hint: "write it as 10.1.2.3 or 10.1.0.0/16")
            }
            addresses.append(range)
        }
        let host = try settings.required("host")
        let headers = try settings.secrets("headers") ?? []
        for (name, secret) in headers {
            guard RequestHeaders.isAllowed(name), RequestHeaders.isValid(name, secret.reveal())
            else {
                throw settings.error(at: "headers.\(name)", "is not a header that can be set")
            }
        }
        do throws(PeriluneError) {
            try self.init(
                host, headers: headers, addresses: addresses,
                caFile: try settings.file("caFile"))
        } catch {
            throw settings.error(at: "host", "'\(host)' is not a host: \(error.message)")
        }
    }
}
