import PeriluneCore
import PeriluneHTTP

/// The signature scheme of a service.
struct WebhookSignature: Sendable, Hashable {
    /// The format of the header with the signature.
    enum Layout: Sendable, Hashable {
        /// The signature, after the prefix.
        case plain
        /// Members with commas between them, `t=1,v1=...`; any one with this name may match.
        case members(String)
        /// Versions with spaces between them, `v1,... v1,...`; any one may match.
        case versions(String)
    }

    /// The encoding of the signature.
    enum Encoding: String, CaseIterable, Sendable { case hex, base64 }

    var header: String
    var prefix = ""
    var layout = Layout.plain
    var algorithm = HMAC.sha256
    var encoding = Encoding.hex
    /// The header, or the member, with the time in seconds since 1970.
    var timestamp: String?
    /// The header with the id of the message, if it is signed.
    var id: String?
    /// The template of the signed text.
    var signed = "{body}"
    /// The beginning of keys that are written in Base64.
    var keyPrefix: String?

    /// Seconds that a timestamp may differ from the clock.
    var tolerance: Int64 = 300

    /// Checks the signature of a request.
    ///
    /// - Throws: `http.unauthorized` if the signature is missing, wrong or too old.
    func check(_ request: HTTPRequest, keys: [Secret], at now: Timestamp) throws(PeriluneError) {
        let head = try head(of: request, at: now)
        let message = message(request.body, time: head.time, id: head.id)
        var isValid = false
        for key in keys {
            let expected = try algorithm.digest(of: message, key: bytes(of: key))
            // Compare all signatures, so that the time does not reveal which one matches.
            for signature in head.signatures where isEqualInConstantTime(signature, expected) {
                isValid = true
            }
        }
        if !isValid { throw Self.refusal("the signature is invalid") }
    }

    /// Checks what a head shows without the body: that there is a signature, and that it is not too old.
    ///
    /// - Throws: `http.unauthorized`, for which ``check(_:keys:at:)`` would throw it too.
    func checkHead(of request: HTTPRequest, at now: Timestamp) throws(PeriluneError) {
        if try head(of: request, at: now).signatures.isEmpty {
            throw Self.refusal("the signature is invalid")
        }
    }

    /// What the headers of a request say of its signature.
    private struct Head {
        var signatures: [[UInt8]]
        var time = ""
        var id = ""
    }

    private func head(of request: HTTPRequest, at now: Timestamp) throws(PeriluneError) -> Head {
        let values = request.headers.all(header)
        guard values.count == 1, let value = values.first else {
            throw Self.refusal(
                values.isEmpty
                    ? "the header '\(header)' is missing" : "the header '\(header)' is repeated")
        }
        var head = Head(signatures: signatures(in: value))
        if let timestamp {
            let time = member(timestamp, of: value) ?? single(timestamp, request)
            guard let time, let seconds = Int64(time), seconds > 0 else {
                throw Self.refusal("the timestamp is missing or invalid")
            }
            let difference = (now.microseconds / 1_000_000).subtractingReportingOverflow(seconds)
            guard !difference.overflow, difference.partialValue.magnitude <= tolerance else {
                throw Self.refusal(
                    "the timestamp differs from the clock by more than \(tolerance) s")
            }
            head.time = time
        }
        if let id {
            guard let identity = single(id, request) else {
                throw Self.refusal("the header '\(id)' is missing")
            }
            head.id = identity
        }
        return head
    }

    /// The most signatures of one request that are compared.
    private static let limit = 8

    private func signatures(in value: String) -> [[UInt8]] {
        let texts: [Substring] =
            switch layout {
            case .plain: value.hasPrefix(prefix) ? [value.dropFirst(prefix.count)] : []
            case .members(let name):
                value.split(separator: ",").compactMap { Self.value(of: name, in: $0, "=") }
            case .versions(let version):
                value.split(separator: " ").compactMap { Self.value(of: version, in: $0, ",") }
            }
        return texts.prefix(Self.limit).compactMap { text in
            encoding == .hex ? Hexadecimal.decode(text) : Base64.decode(text)
        }
    }

    /// The signed bytes.
    private func message(_ body: [UInt8], time: String, id: String) -> [UInt8] {
        var message: [UInt8] = []
        var rest = signed[...]
        while let brace = rest.firstIndex(of: "{"), let end = rest[brace...].firstIndex(of: "}") {
            message += rest[..<brace].utf8
            switch rest[rest.index(after: brace)..<end] {
            case "body": message += body
            case "timestamp": message += time.utf8
            default: message += id.utf8
            }
            rest = rest[rest.index(after: end)...]
        }
        return message + rest.utf8
    }

    private func bytes(of key: Secret) -> [UInt8] {
        let text = key.reveal()
        guard let keyPrefix, text.hasPrefix(keyPrefix) else { return Array(text.utf8) }
        return Base64.decode(text.dropFirst(keyPrefix.count)) ?? Array(text.utf8)
    }

    private func member(_ name: String, of value: String) -> String? {
        guard case .members = layout else { return nil }
        return value.split(separator: ",").lazy.compactMap { Self.value(of: name, in: $0, "=") }
            .first.map(String.init)
    }

    private func single(_ header: String, _ request: HTTPRequest) -> String? {
        let values = request.headers.all(header)
        return values.count == 1 ? values.first : nil
    }

    private static func value(
        of name: String, in text: Substring, _ separator: Character
    ) -> Substring? {
        let parts = text.split(separator: separator, maxSplits: 1)
        guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { return nil }
        return parts[1]
    }

    static func refusal(_ message: String) -> PeriluneError {
        PeriluneError("http.unauthorized", message)
    }
}
