import PeriluneCore

/// How a delivery ended, for a log: no query of the URL, no header, no body.
public struct WebhookReport: Sendable, CustomStringConvertible {
    /// The type that the event has for its receiver, such as `crm.lead.update`.
    public let eventType: String
    /// The URL, without the parts that may contain secrets.
    public let url: String
    /// Why it failed; `nil` for a success.
    public let failure: String?
    /// Whether the operation waited for it.
    public let isSynchronous: Bool

    init(
        _ payload: WebhookPayload, _ registration: WebhookRegistration,
        _ failure: WebhookSender.Failure?
    ) {
        eventType = "crm.\(payload.entity).\(payload.message.lowercased())"
        url = Self.plain(registration.url)
        self.failure = failure?.message
        isSynchronous = registration.isSynchronous
    }

    /// One line: `webhook crm.lead.update to http://127.0.0.1:8080/webhooks/dev: delivered`.
    public var description: String {
        "webhook \(eventType) to \(url): \(failure ?? "delivered")"
    }

    /// Without user name, password, query and fragment.
    private static func plain(_ url: String) -> String {
        var text = url.prefix { $0 != "?" && $0 != "#" }
        if let scheme = url.firstRange(of: "://") {
            let authority = text[scheme.upperBound...].prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@") {
                text = text[..<scheme.upperBound] + text[text.index(after: at)...]
            }
        }
        return String(text)
    }
}
