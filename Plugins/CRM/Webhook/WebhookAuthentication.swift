public import PeriluneCore
import PeriluneHTTP

/// How a service endpoint of CRM shows who it is: the three kinds that can be registered.
public enum WebhookAuthentication: Hashable, Sendable {
    /// No authentication: for a sandbox on the same machine.
    case none
    /// WebhookKey: `?code=…`.
    case key(Secret)
    /// HttpHeader: all of these header fields.
    case headers([Setting])
    /// HttpQueryString: all of these pairs.
    case query([Setting])

    /// A name and its value.
    public struct Setting: Hashable, Sendable {
        /// The name of the header field or of the pair.
        public var name: String
        /// The required value.
        public var value: Secret

        /// Makes a setting.
        public init(_ name: String, _ value: Secret) {
            self.name = name
            self.value = value
        }
    }

    /// Whether webhooks are accepted without authentication.
    var isOpen: Bool { self == .none }

    /// A description without secrets, shown when the server starts.
    var summary: String {
        switch self {
        case .none: "without authentication"
        case .key: "with a key"
        case .headers(let settings): "with \(settings.map(\.name).joined(separator: ", "))"
        case .query(let settings): "with ?\(settings.map(\.name).joined(separator: "&"))"
        }
    }

    /// Throws where a request does not show what was agreed on; the error has no part of either.
    func check(_ request: HTTPRequest) throws(PeriluneError) {
        switch self {
        case .none: return
        case .key(let key): try check([Setting("code", key)], inQueryOf: request)
        case .query(let settings): try check(settings, inQueryOf: request)
        case .headers(let settings):
            try check(settings) { request.headers[$0] }
        }
    }

    private func check(
        _ settings: [Setting], inQueryOf request: HTTPRequest
    ) throws(PeriluneError) {
        let pairs = QueryPairs(request.query ?? "")
        try check(settings) { pairs?[$0] }
    }

    /// All are compared, so that the time does not tell which one is wrong.
    private func check(
        _ settings: [Setting], _ value: (String) -> String?
    ) throws(PeriluneError) {
        var isRight = !settings.isEmpty
        for setting in settings {
            let given = Array((value(setting.name) ?? "").utf8)
            let same = isEqualInConstantTime(given, Array(setting.value.reveal().utf8))
            isRight = isRight && same
        }
        guard isRight else {
            throw PeriluneError(
                .httpUnauthorized, "the webhook request lacks the configured secret",
                hint: "configure the same \(place) in the service endpoint and in the organization")
        }
    }

    private var place: String {
        switch self {
        case .none, .key: "webhook key"
        case .headers: "header fields"
        case .query: "query pairs"
        }
    }
}
