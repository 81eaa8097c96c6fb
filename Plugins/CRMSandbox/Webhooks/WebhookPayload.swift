import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// The payload of a webhook, complete or without its largest parts.
struct WebhookPayload: Sendable {
    /// The table, for a header.
    let entity: String
    /// The message, for a header.
    let message: String
    /// Follows a chain of operations.
    let correlationId: GUID
    /// The context as JSON.
    let body: [UInt8]
    /// Whether parts are missing, which a header says, too.
    let isTruncated: Bool

    /// Larger payloads lose their largest parts.
    static let sizeLimit = 256 << 10

    init(_ context: RemoteExecutionContext) {
        entity = context.primaryEntityName
        message = context.messageName
        correlationId = context.correlationId
        let whole = context.json
        isTruncated = whole.count > Self.sizeLimit
        body = isTruncated ? context.truncatedJSON : whole
    }

    /// Reads a stored job; `nil` if it contains no payload.
    init?(job row: Entity) {
        guard let text = row["data", as: String.self], let json = try? Value(json: text),
            let message = row["messagename", as: String.self]
        else { return nil }
        entity = row["primaryentitytype", as: String.self] ?? "none"
        self.message = message
        correlationId = row["correlationid", as: GUID.self] ?? .zero
        body = Array(text.utf8)
        isTruncated = json["InputParameters"] == nil
    }
}
