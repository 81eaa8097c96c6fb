public import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

extension Webhooks {
    /// A path that receives the webhooks of one service.
    public struct Endpoint: Sendable {
        /// The last part of the path, and the source of the events.
        public let name: String
        /// Bytes that a body may have.
        public var bodyLimit = defaultBodyLimit
        static let defaultBodyLimit = 1 << 20
        let keys: [Secret]
        let proof: Proof
        var attributes: WebhookAttributes
        /// Whether the service has forms with all of an event in the field `payload`.
        var sendsPayload = false
        /// The name of the codec that reads the entries of a body, and its options; `nil` if a body is one event.
        var codec: (name: String, options: Value)?

        /// How a sender authenticates.
        enum Proof: Sendable {
            case signature(WebhookSignature)
            case token(header: String)
            /// The bearer token of the server, if it requires one.
            case serverToken
        }

        /// Makes an endpoint of a known service.
        ///
        /// - Parameters:
        ///   - name: The last part of the path: letters, digits, `-` and `_`.
        ///   - preset: The service.
        ///   - secret: The key of its signatures, or its token.
        public init(_ name: String, preset: WebhookPreset, secret: Secret) {
            self.init(name, [secret], preset.proof, preset.attributes)
            bodyLimit = preset.bodyLimit
            sendsPayload = preset.sendsPayload
        }

        init(_ name: String, _ keys: [Secret], _ proof: Proof, _ attributes: WebhookAttributes) {
            self.name = name
            self.keys = keys
            self.proof = proof
            self.attributes = attributes
        }

        /// What the server receives at `/hooks/NAME`.
        ///
        /// - Throws: `codec.unknown` or `codec.option` if the codec cannot be used.
        func source(in registry: Registry) throws(PeriluneError) -> HTTPSource {
            guard let codec else {
                var source = HTTPSource(
                    path: "/hooks/\(name)", bodyLimit: bodyLimit, summary: "webhooks of '\(name)'"
                ) { request throws(PeriluneError) in
                    try delivery(of: request, at: .now)
                }
                source.checkHead = { request throws(PeriluneError) in
                    try checkHead(of: request, at: .now)
                }
                return source
            }
            let reader = try LogBodyReader(
                name, limit: bodyLimit, codec.name, codec.options, in: registry)
            var source = HTTPSource(
                path: "/hooks/\(name)", bodyLimit: bodyLimit, summary: "logs, \(codec.name)"
            ) { request throws(PeriluneError) in
                let now = Timestamp.now
                try check(request, at: now)
                return try reader.delivery(
                    of: request.body, key: try idempotencyKey(of: request), at: now)
            }
            if case .serverToken = proof { source.usesServerToken = true }
            source.checkHead = { request throws(PeriluneError) in
                try checkHead(of: request, at: .now)
            }
            source.event = { entry throws(PeriluneError) in try reader.event(of: entry) }
            return source
        }

        /// The identity that the sender gives to a log; `nil` if a signature does not cover it.
        func idempotencyKey(of request: HTTPRequest) throws(PeriluneError) -> String? {
            if case .signature = proof { return nil }
            guard let keys = request.headers.validated("idempotency-key"), keys.count <= 1,
                keys.allSatisfy({ (1...255).contains($0.utf8.count) })
            else {
                throw PeriluneError(
                    "webhook.key",
                    "the header Idempotency-Key is repeated, empty, too long or not valid UTF-8",
                    hint: "send one with 1 to 255 bytes, or none")
            }
            return keys.first
        }

        /// Verifies a request, and makes its event.
        func delivery(
            of request: HTTPRequest, at now: Timestamp
        ) throws(PeriluneError) -> EventDelivery {
            try check(request, at: now)
            let content = try WebhookBody.read(request, sendsPayload: sendsPayload)
            let body = content.value
            // Services that verify an address want to see that the receiver has read the request.
            if body["type"]?.string == "url_verification", let text = body["challenge"]?.string {
                var delivery = EventDelivery([])
                delivery.answer = .response(HTTPResponse(200, "text/plain; charset=utf-8", text))
                return delivery
            }
            let digest = try SHA256.hexadecimal(request.body)
            let values: JSONTree = .object([
                .init("body", body), .init("headers", Self.headers(request)),
                .init("source", .string(name)),
            ])
            let id = WebhookAttributes.text(attributes.id, values)
            let type = WebhookAttributes.text(attributes.type, values)
                .map { WebhookAttributes.type($0) }
            let event = Event(
                id: id ?? digest, source: name,
                type: type.flatMap { $0.isEmpty ? nil : $0 } ?? "\(name).webhook",
                subject: WebhookAttributes.text(attributes.subject, values),
                partitionKey: WebhookAttributes.text(attributes.partitionKey, values),
                dataJSON: content.json)
            return EventDelivery(
                [event], identity: "\(name)/" + (isSigned(attributes.id) ? id ?? digest : digest))
        }

        /// Throws if the head of a request shows that the service did not send it.
        func checkHead(of request: HTTPRequest, at now: Timestamp) throws(PeriluneError) {
            if case .signature(let signature) = proof {
                try signature.checkHead(of: request, at: now)
            } else {
                try check(request, at: now)
            }
        }

        private func check(_ request: HTTPRequest, at now: Timestamp) throws(PeriluneError) {
            switch proof {
            case .serverToken: return
            case .signature(let signature): try signature.check(request, keys: keys, at: now)
            case .token(let header):
                let values = request.headers.all(header)
                let given = Array((values.count == 1 ? values[0] : "").utf8)
                var isValid = false
                for key in keys where isEqualInConstantTime(given, Array(key.reveal().utf8)) {
                    isValid = true
                }
                if !isValid {
                    throw WebhookSignature.refusal("the header '\(header)' is missing or invalid")
                }
            }
        }

        /// Whether a sender who repeats a request cannot change the id.
        private func isSigned(_ templates: [WebhookTemplate]) -> Bool {
            guard case .signature(let signature) = proof else { return false }
            let paths = templates.flatMap(\.paths)
            return !paths.isEmpty
                && paths.allSatisfy { path in
                    path.names.first == "body"
                        || path.names.dropFirst().first == signature.id && signature.id != nil
                }
        }

        /// The headers; of those with the same name, the last comes first and is the one that templates find.
        private static func headers(_ request: HTTPRequest) -> JSONTree {
            .object(
                request.headers.fields.reversed()
                    .map { .init($0.name.lowercased(), .string($0.value)) })
        }
    }
}
