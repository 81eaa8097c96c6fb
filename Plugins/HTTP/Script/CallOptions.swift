import PeriluneCore
import PeriluneHTTP

/// The checked options of a script's call.
struct CallOptions {
    var request: OutboundRequest
    /// Whether a second request of the kind does no harm.
    let isRepeatable: Bool
    /// Whether the body is the text of JSON.
    let isJSON: Bool

    private static let names = [
        "method", "url", "headers", "body", "json", "timeout", "redirects", "idempotent",
    ]
    /// The methods that RFC 9110 defines as idempotent.
    private static let repeatable: Set<String> = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]
    private static let methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]
    private static let mostHeaders = 16 << 10

    init(_ value: Value, _ configuration: HTTPConfiguration) throws(PeriluneError) {
        let members = value.object ?? .init()
        for member in members.pairs where !Self.names.contains(member.name) {
            throw Self.optionError(
                "unknown option '\(member.name)'\(NearestName.suggestion(for: member.name, in: Self.names))",
                hint: "the options are \(Self.names.joined(separator: ", "))")
        }
        guard let url = members["url"]?.string else {
            throw Self.optionError("url must be a string")
        }
        let method = (members["method"] ?? "GET").string ?? ""
        guard Self.methods.contains(method) else {
            throw Self.optionError("method must be one of \(Self.methods.joined(separator: ", "))")
        }
        request = OutboundRequest(
            method: method, target: try HTTPTarget(url),
            headers: try Self.headers(members["headers"]),
            timeout: try Self.timeout(members["timeout"]) ?? configuration.timeout)
        if let redirects = members["redirects"] {
            guard let number = redirects.integer, 0...20 ~= number else {
                throw Self.optionError("redirects must be an integer from 0 to 20")
            }
            request.redirects = Int(number)
        }
        isJSON = members["json"] == .bool(true)
        if let body = members["body"] {
            guard let text = body.string else { throw Self.optionError("body must be a string") }
            request.body = Array(text.utf8)
        }
        guard request.body.count <= configuration.requestLimit else {
            throw PeriluneError(
                .httpTooLarge,
                "the request has \(request.body.count) bytes; the limit is \(configuration.requestLimit)",
                hint: "plugins.http.requestLimit sets the limit")
        }
        if isJSON, request.headers["Content-Type"] == nil {
            request.headers["Content-Type"] = "application/json"
        }
        let isIdempotent = members["idempotent"] ?? .bool(false)
        guard let isIdempotent = isIdempotent.bool else {
            throw Self.optionError("idempotent must be true or false")
        }
        isRepeatable = isIdempotent || Self.repeatable.contains(method)
        request.isAtMostOnce = !isRepeatable
    }

    /// Reads the headers that a script sets, whose values may be secret.
    private static func headers(_ value: Value?) throws(PeriluneError) -> HTTPHeaders {
        var headers = HTTPHeaders()
        guard let value, value != .array([]) else { return headers }
        guard let members = value.object else {
            throw optionError("headers must be a table by name")
        }
        for member in members.pairs {
            let (name, value) = (member.name, member.value)
            let text: String? =
                switch value {
                case .string(let text): text
                case .integer(let number): "\(number)"
                default: nil
                }
            guard let text, RequestHeaders.isValid(name, text) else {
                throw optionError(
                    "the header \(name.prefix(100).debugDescription) must be a string of one line")
            }
            guard RequestHeaders.isAllowed(name) else {
                throw optionError("the header \(name) cannot be set: it belongs to the connection")
            }
            headers[name] = text
        }
        guard headers.packed.count <= mostHeaders else {
            throw optionError("the headers are larger than \(mostHeaders) bytes")
        }
        return headers
    }

    private static func timeout(_ value: Value?) throws(PeriluneError) -> Duration? {
        guard let value else { return nil }
        let seconds: Double? =
            switch value {
            case .integer(let number): Double(number)
            case .number(let number): number
            default: nil
            }
        guard let seconds, seconds > 0, seconds <= 600 else {
            throw optionError("timeout must be a number of seconds up to 600")
        }
        return .milliseconds(Int64(max(1, seconds * 1000)))
    }

    private static func optionError(_ message: String, hint: String? = nil) -> PeriluneError {
        PeriluneError("http.option", message, hint: hint)
    }
}
