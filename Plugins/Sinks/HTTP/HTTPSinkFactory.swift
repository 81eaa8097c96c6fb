import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

/// Makes sinks that send values to an HTTP server.
struct HTTPSinkFactory: ConfigurableSinkFactory {
    let name = "http"
    let summary = "requests to an HTTP server, at least once"

    let schema = SettingsSchema([
        .init("url", .text, isRequired: true, "The URL: `https://hooks.example.com/orders`."),
        .init("method", .choice(of: HTTPSink.Method.self), "The method; `POST` by default."),
        .init("headers", .secrets, "Headers of each request, such as `Authorization`."),
        .init(
            "format", .choice(of: HTTPSinkFormat.self),
            "How a request contains values: `ndjson`, one per line; `json`, an array; `cloudevents`, a batch of events with the output and a stable id. The default is `ndjson`."
        ),
        .init(
            "batch", .number(1...100_000), "Maximum number of values in a request; 500 by default."
        ),
        .init("gzip", .flag, "Whether bodies are compressed; `false` by default."),
        .init(
            "timeout", .number(1...600), "Seconds for a request; 30 by default."),
        .init(
            "caFile", .file,
            "A PEM file with the certificate authorities to trust, instead of the system's."),
        RejectedValues.field,
    ])

    func sink(
        named output: String, _ settings: Settings, inputs: FileSet
    ) throws(PeriluneError) -> any RecordSink {
        let target = try Self.target(settings)
        var headers = HTTPHeaders()
        for (name, secret) in try settings.secrets("headers") ?? [] {
            guard RequestHeaders.isAllowed(name), !Self.own.contains(name.lowercased()),
                RequestHeaders.isValid(name, secret.reveal())
            else { throw settings.error(at: "headers.\(name)", "is not a header that can be set") }
            headers.add(name, secret.reveal())
        }
        var options = HTTPClientOptions(
            timeout: .seconds(try settings.number("timeout") ?? 30),
            caFile: try settings.file("caFile"))
        options.connectionsPerHost = 1
        return HTTPSink(
            name: output,
            HTTPSink.Target(
                url: target.url, method: try settings.choice("method") ?? .post, headers: headers,
                format: try settings.choice("format") ?? .ndjson,
                isCompressed: try settings.flag("gzip") ?? false),
            batch: try settings.number("batch") ?? 500, options,
            rejected: try RejectedValues(settings))
    }

    /// The headers that the sink sets.
    private static let own: Set = ["content-type", "content-encoding", "idempotency-key"]

    private static func target(_ settings: Settings) throws(PeriluneError) -> HTTPTarget {
        let url = try settings.required("url")
        do throws(PeriluneError) {
            return try HTTPTarget(url)
        } catch {
            throw settings.error(at: "url", "is an \(error.message)", hint: error.hint)
        }
    }
}
