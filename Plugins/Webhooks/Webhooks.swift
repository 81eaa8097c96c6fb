public import PeriluneCore

/// Webhooks of other services, which `serve` receives at `/hooks/NAME`.
///
/// ```swift
/// let host = try await Host {
///     Webhooks([Webhooks.Endpoint("github", preset: .github, secret: "...")])
/// }
/// ```
///
/// The signature of each request is verified before anything of it is kept.
public struct Webhooks: Plugin {
    /// The name of the plugin.
    public let name = "webhooks"
    /// In the order of the configuration.
    public let endpoints: [Endpoint]

    /// Makes the plugin.
    public init(_ endpoints: [Endpoint] = []) { self.endpoints = endpoints }

    /// Registers the endpoints, after the codecs that they name.
    ///
    /// - Throws: `codec.unknown` or `codec.option` if the codec of an endpoint cannot be used.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for endpoint in endpoints {
            let source: HTTPSource
            do throws(PeriluneError) {
                source = try endpoint.source(in: registry)
            } catch {
                var error = error
                error.message = "the endpoint '\(endpoint.name)': \(error.message)"
                throw error
            }
            try registry.add(source)
        }
    }
}
