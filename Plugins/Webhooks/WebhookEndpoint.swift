public import PeriluneCore
import PeriluneFiles
import PeriluneHTTP

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

        /// How a sender shows who it is.
        enum Proof: Sendable {
            case signature(WebhookSignature)
            case token(header: String)
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
        }

        init(_ name: String, _ keys: [Secret], _ proof: Proof, _ attributes: WebhookAttributes) {
            self.name = name
            self.keys = keys
            self.proof = proof
            self.attributes = attributes
        }

        /// What the server receives at `/hooks/NAME`.
        package var source: HTTPSource {
            HTTPSource(
                path: "/hooks/\(name)", bodyLimit: bodyLimit, summary: "webhooks of '\(name)'"
            ) { request throws(PeriluneError) in
                try delivery(of: request, at: .now)
            }
        }

        /// Verifies a request, and makes its event.
        func delivery(
            of request: HTTPRequest, at now: Timestamp
        ) throws(PeriluneError) -> HTTPSource.Delivery {
            try check(request, at: now)
            let body = try WebhookBody.read(request)
            // Services that verify an address want to see that the receiver has read the request.
            if body["type"]?.string == "url_verification", let text = body["challenge"]?.string {
                var delivery = HTTPSource.Delivery([])
                delivery.answer = .response(HTTPResponse(200, "text/plain; charset=utf-8", text))
                return delivery
            }
            let digest = try SHA256.hexadecimal(request.body)
            let values: Value = [
                "body": body, "headers": Self.headers(request), "source": .string(name),
            ]
            let id = WebhookAttributes.text(attributes.id, values)
            let type = WebhookAttributes.text(attributes.type, values)
                .map { WebhookAttributes.type($0) }
            let event = Event(
                id: id ?? digest, source: name,
                type: type.flatMap { $0.isEmpty ? nil : $0 } ?? "\(name).webhook",
                subject: WebhookAttributes.text(attributes.subject, values),
                partitionKey: WebhookAttributes.text(attributes.partitionKey, values), data: body)
            return HTTPSource.Delivery(
                [event], identity: "\(name)/" + (isSigned(attributes.id) ? id ?? digest : digest))
        }

        private func check(_ request: HTTPRequest, at now: Timestamp) throws(PeriluneError) {
            switch proof {
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
        private func isSigned(_ templates: [String]) -> Bool {
            guard case .signature(let signature) = proof else { return false }
            let paths = templates.flatMap { Template(constant: $0).paths }
            return !paths.isEmpty
                && paths.allSatisfy { path in
                    path.names.first == "body"
                        || path.names.dropFirst().first == signature.id && signature.id != nil
                }
        }

        private static func headers(_ request: HTTPRequest) -> Value {
            .object(
                .init(
                    request.headers.fields.map { ($0.name.lowercased(), Value.string($0.value)) }))
        }
    }
}
