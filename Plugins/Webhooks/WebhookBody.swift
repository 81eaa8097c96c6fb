import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// The body of a webhook: JSON, or a form.
struct WebhookBody {
    /// The data of the event as it was received, so that numbers keep their spelling and size.
    let json: [UInt8]
    /// The same, for the attributes of the event.
    let value: JSONTree

    /// Reads a body whose signature is valid.
    ///
    /// A form becomes an object. If `payload` is its only field, in which some services send everything, the JSON of
    /// this field takes its place.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - sendsPayload: Whether the service sends everything in `payload`, whatever other fields there are.
    /// - Returns: The body.
    /// - Throws: `webhook.body` if it is neither, or repeats a name.
    static func read(
        _ request: HTTPRequest, sendsPayload: Bool = false
    ) throws(PeriluneError) -> WebhookBody {
        let type = (request.headers["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
        // No signature covers the header, so a body that was signed as JSON must not become a form by another type.
        let first = request.body.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        guard type == "application/x-www-form-urlencoded", !isJSON else {
            do throws(PeriluneError) {
                return try WebhookBody(json: request.body)
            } catch {
                throw refusal(error)
            }
        }
        guard let text = String(validating: request.body, as: UTF8.self),
            let pairs = QueryPairs(text)
        else { throw PeriluneError("webhook.body", "the body is not a form") }
        try checkNames(pairs)
        if let payload = pairs["payload"], sendsPayload || pairs.pairs.count == 1,
            let body = try? WebhookBody(json: Array(payload.utf8))
        {
            return body
        }
        return WebhookBody(.object(pairs.pairs.map { .init($0.name, .string($0.value)) }))
    }

    /// The error for a body that cannot be read, with what to change in the service.
    private static func refusal(_ error: PeriluneError) -> PeriluneError {
        switch error.code {
        case "json.empty":
            PeriluneError(
                "webhook.body", "the body is empty",
                hint: "send the event in the body, as JSON or as a form")
        case "json.duplicate":
            PeriluneError(
                "webhook.body", error.message, hint: "configure the service to send each name once")
        default:
            PeriluneError(
                "webhook.body", "the body is not JSON: \(error.message)",
                hint: "configure the service to send JSON")
        }
    }

    private init(_ value: JSONTree) {
        var writer = JSONWriter()
        writer.write(value)
        json = writer.bytes
        self.value = value
    }

    private init(json: [UInt8]) throws(PeriluneError) {
        value = try JSONTree(json)
        self.json = json
    }

    /// Refuses a repeated name, as in JSON: another reader might take the other value.
    private static func checkNames(_ pairs: QueryPairs) throws(PeriluneError) {
        var names: Set<[UInt8]> = []
        for (name, _) in pairs.pairs where !names.insert(Array(name.utf8)).inserted {
            throw PeriluneError(
                "webhook.body", "the form has the field '\(name.prefix(80))' more than once",
                hint: "configure the service to send each field once, or JSON")
        }
    }
}
