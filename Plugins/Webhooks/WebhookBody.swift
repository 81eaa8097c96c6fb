import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// The body of a webhook: JSON, or a form.
enum WebhookBody {
    /// Reads a body whose signature is valid.
    ///
    /// A form becomes an object; the JSON of its field `payload`, in which some services send everything, takes its
    /// place.
    ///
    /// - Throws: `webhook.body` if it is neither.
    static func read(_ request: HTTPRequest) throws(PeriluneError) -> Value {
        let type = (request.headers["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
        // No signature covers the header, so a body that was signed as JSON must not become a form by another type.
        let first = request.body.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        guard type == "application/x-www-form-urlencoded", !isJSON else {
            do throws(PeriluneError) {
                return try Value(json: request.body)
            } catch {
                throw PeriluneError(
                    "webhook.body", "the body is not JSON: \(error.message)",
                    hint: "configure the service to send JSON")
            }
        }
        guard let text = String(validating: request.body, as: UTF8.self),
            let pairs = QueryPairs(text)
        else { throw PeriluneError("webhook.body", "the body is not a form") }
        if let payload = pairs["payload"], let value = try? Value(json: Array(payload.utf8)) {
            return value
        }
        return .object(.init(pairs.pairs.map { ($0.name, .string($0.value)) }))
    }
}
