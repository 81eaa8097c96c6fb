package import PeriluneCore
package import PeriluneFiles
import PeriluneHTTP

extension Webhooks: PluginConfiguration {
    package static let section = "webhooks"
    package static let contents = "services whose webhooks serve receives"
    package static let errorCode: PeriluneError.Code = "webhook.configuration"

    /// The settings of `plugins.webhooks`, and of the file of `--webhooks`.
    package static let schema = SettingsSchema([
        .init("endpoints", .list(endpointSchema), isRequired: true, "The paths, one per service.")
    ])

    private static let endpointSchema = SettingsSchema([
        .init(
            "name", .text, isRequired: true,
            "The last part of the path: `serve` receives at `/hooks/NAME`. It is the `source` of events too."
        ),
        .init(
            "preset", .choice(of: WebhookPreset.self),
            "The service, whose signatures and members are known. Other settings override it."),
        .init(
            "secret", .secret,
            "The key with which the service signs its requests, or its token. Required unless there is `as`."
        ),
        .init(
            "previousSecret", .secret, "A key that is valid too, while the service changes its key."
        ),
        .init("header", .text, "The header with the signature."),
        .init("prefix", .text, "Text before the signature, such as `sha256=`."),
        .init(
            "algorithm", .choice(of: HMAC.self), "The algorithm of the HMAC; `sha256` by default."),
        .init(
            "encoding", .choice(of: WebhookSignature.Encoding.self),
            "How the signature is written; `hex` by default."),
        .init("timestampHeader", .text, "The header with the time, in seconds since 1970."),
        .init(
            "signed", .text,
            "What is signed; `{body}` by default, or `{timestamp}.{body}` with a `timestampHeader`."
        ),
        .init(
            "tolerance", .number(1...86_400),
            "How many seconds the timestamp may differ from the clock; 300 by default."),
        .init(
            "tokenHeader", .text, "The header with the token, of a service that does not sign."),
        .init(
            "id", .text,
            "The `id` of events, a template such as `{body.id}` or `{headers.x-delivery}`; by default, and for a delivery without this field, the SHA-256 digest of the body."
        ),
        .init("type", .text, "The `type` of events, a template; `NAME.webhook` by default."),
        .init("subject", .text, "The `subject` of events, a template."),
        .init(
            "partitionkey", .text,
            "The `partitionkey` of events, a template; events of one key stay in order."),
        .init(
            "as", .text,
            "The codec that reads the entries of a body, as for `--as`, but not `auto`. Without it, a body is one event. With it and without a `secret`, the path requires the token of the server, as `/events` does."
        ),
        .init("codec", .table, "Options of the codec, as in `sources.codec`."),
        .init(
            "maxBody", .number(1024...(256 << 20)),
            "Maximum size of a body in bytes; 1 MB by default, 25 MB with the preset `github`, 16 MB with `as`."
        ),
    ])

    package init(_ value: Value, of source: SettingsSource) throws(PeriluneError) {
        let root = try Settings(value, Self.schema, of: source)
        var names: Set<String> = []
        var endpoints: [Endpoint] = []
        for settings in try root.list("endpoints") {
            let endpoint = try Endpoint(settings)
            guard names.insert(endpoint.name).inserted else {
                throw settings.error(at: "name", "'\(endpoint.name)' is used twice")
            }
            endpoints.append(endpoint)
        }
        self.init(endpoints)
    }
}

extension Webhooks.Endpoint {
    fileprivate init(_ settings: Settings) throws(PeriluneError) {
        let name = try settings.required("name")
        let isPath = name.utf8.allSatisfy {
            (97...122).contains($0 | 0x20) || (48...57).contains($0) || $0 == 0x2D || $0 == 0x5F
        }
        guard isPath else {
            throw settings.error(
                at: "name", "is not a part of a path", hint: "use letters, digits, - and _")
        }
        let format = try settings.text("as")
        try Self.checkCodec(settings, format)
        guard let secret = try settings.secret("secret") else {
            guard let format else { throw settings.error(at: "secret", "is missing") }
            for setting in ["preset", "header", "tokenHeader"] {
                guard try settings.text(setting) == nil else {
                    throw settings.error(at: "secret", "is missing, but '\(setting)' needs it")
                }
            }
            guard try settings.secret("previousSecret") == nil else {
                throw settings.error(at: "secret", "is missing, but there is a previousSecret")
            }
            self.init(name, [], .serverToken, WebhookAttributes())
            try read(format, settings)
            return
        }
        guard secret.reveal().contains(where: { !$0.isWhitespace }) else {
            throw settings.error(at: "secret", "is empty")
        }
        let keys = [secret, try settings.secret("previousSecret")].compactMap(\.self)
        let preset: WebhookPreset? = try settings.choice("preset")
        let proof = try Self.proof(settings, preset)
        self.init(name, keys, proof, preset?.attributes ?? WebhookAttributes())
        sendsPayload = preset?.sendsPayload ?? false
        for (setting, path) in [
            ("id", \WebhookAttributes.id), ("type", \.type), ("subject", \.subject),
            ("partitionkey", \.partitionKey),
        ] {
            guard let text = try settings.text(setting) else { continue }
            do throws(PeriluneError) {
                let template = try WebhookTemplate(text)
                if setting == "id", template.paths.isEmpty {
                    throw PeriluneError(
                        Webhooks.errorCode,
                        "has no field, so that all events would have the same id",
                        hint: "write a field such as {body.id}")
                }
                attributes[keyPath: path] = [template]
            } catch {
                throw settings.error(at: setting, error.message, hint: error.hint)
            }
        }
        if let format {
            try read(format, settings)
        } else {
            bodyLimit = try settings.number("maxBody") ?? preset?.bodyLimit ?? bodyLimit
        }
    }

    /// Reads the settings of an endpoint whose bodies are logs.
    private mutating func read(_ format: String, _ settings: Settings) throws(PeriluneError) {
        codec = (format, try settings.table("codec"))
        bodyLimit = try settings.number("maxBody") ?? Self.logLimit
    }

    private static let logLimit = 16 << 20

    /// Checks the settings of a codec.
    private static func checkCodec(_ settings: Settings, _ name: String?) throws(PeriluneError) {
        if name == "auto" {
            throw settings.error(
                at: "as", "must name a codec", hint: "write, for example, as = \"json\"")
        }
        guard name != nil else {
            guard try settings.table("codec").object?.pairs.isEmpty != false else {
                throw settings.error(at: "codec", "needs as", hint: "name the codec with as")
            }
            return
        }
        for setting in ["id", "type", "subject", "partitionkey"] {
            guard try settings.text(setting) == nil else {
                throw settings.error(
                    at: setting, "is an option of the codec here",
                    hint: "write codec = { \(setting) = ... }")
            }
        }
    }

    private static func proof(
        _ settings: Settings, _ preset: WebhookPreset?
    ) throws(PeriluneError) -> Proof {
        if let header = try settings.text("tokenHeader") {
            guard preset?.signature == nil, try settings.text("header") == nil else {
                throw settings.error(
                    at: "tokenHeader", "would replace the signature of the requests",
                    hint: "remove tokenHeader, or the preset and the header")
            }
            return .token(header: header.lowercased())
        }
        if case .token(let header)? = preset?.proof { return .token(header: header) }
        let header = try settings.text("header")?.lowercased()
        guard var signature = preset?.signature ?? header.map({ WebhookSignature(header: $0) })
        else {
            throw settings.error(
                at: "header", "is missing",
                hint: "name a preset, the header with the signature, or the tokenHeader")
        }
        if let header { signature.header = header }
        if let prefix = try settings.text("prefix") { signature.prefix = prefix }
        signature.algorithm = try settings.choice("algorithm") ?? signature.algorithm
        signature.encoding = try settings.choice("encoding") ?? signature.encoding
        if let timestamp = try settings.text("timestampHeader")?.lowercased() {
            signature.timestamp = timestamp
            signature.signed = "{timestamp}.{body}"
        }
        if let signed = try settings.text("signed") {
            let known = try Template(signed, code: Webhooks.errorCode).paths.map(\.description)
            guard known.contains("body"),
                known.allSatisfy({ ["body", "timestamp", "id"].contains($0) })
            else {
                throw settings.error(
                    at: "signed", "must contain {body}, and may contain {timestamp} and {id}")
            }
            guard !known.contains("id") || signature.id != nil else {
                throw settings.error(at: "signed", "contains {id}, but no header has the id")
            }
            guard known.contains("timestamp") == (signature.timestamp != nil) else {
                throw settings.error(
                    at: "signed",
                    "must contain {timestamp} if there is a timestampHeader, and only then")
            }
            signature.signed = signed
        }
        if let tolerance = try settings.number("tolerance") {
            signature.tolerance = Int64(tolerance)
        }
        return .signature(signature)
    }
}
