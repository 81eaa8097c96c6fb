public import PeriluneCore
import Synchronization

/// How webhooks of an organization are received.
public struct WebhookOptions: Hashable, Sendable {
    /// How the sender authenticates.
    public var authentication: WebhookAuthentication
    /// The maximum size of a body in bytes; CRM itself sends at most 256 KB.
    public var bodyLimit: Int
    /// Whether a synchronous operation is aborted also where a script fails, not only where it rejects.
    ///
    /// Without the setting, it goes through, and the server prints a warning when it starts.
    public var abortsOnFailure: Bool?
    /// Whether a payload that was too large is completed by a retrieve before scripts see its event.
    public var completes: Bool

    /// Makes options.
    public init(
        authentication: WebhookAuthentication = .none, bodyLimit: Int = 1 << 20,
        abortsOnFailure: Bool? = nil, completes: Bool = false
    ) {
        self.completes = completes
        self.authentication = authentication
        self.bodyLimit = bodyLimit
        self.abortsOnFailure = abortsOnFailure
    }
}

extension HTTPSource {
    /// Webhooks of an organization, at `/webhooks/<organization>`.
    ///
    /// An asynchronous webhook is accepted as soon as it is stored. A synchronous one is answered when its event was
    /// processed: a rejection gives 400 with the reason, and CRM aborts the operation.
    public static func webhooks(
        of organization: String, _ options: WebhookOptions = WebhookOptions()
    ) -> HTTPSource {
        webhooks(of: organization, options, changes: nil) { options.authentication }
    }

    /// `changes` tell which events scripts set off themselves; `authentication` is that of the next request.
    static func webhooks(
        of organization: String, _ options: WebhookOptions, changes: ChangeChain?,
        authentication: @escaping @Sendable () -> WebhookAuthentication
    ) -> HTTPSource {
        let readers = ReaderPool()
        let prefix = "crm/\(organization)/"
        let hasPlainName = CRM.isValid(name: organization)
        var source = HTTPSource(
            path: "/webhooks/\(organization)", bodyLimit: options.bodyLimit,
            summary: "webhooks of '\(organization)', \(options.authentication.summary)",
            authenticationHint: options.authentication.isOpen
                ? "configure a key, headers or query for the webhooks of '\(organization)', or allow it with --anonymous"
                : nil,
            warnings: options.abortsOnFailure == nil
                ? [
                    "if a script fails on a synchronous webhook of '\(organization)', CRM still carries out the operation; set \"abortsOnFailure\" of its webhooks to true to abort it, or to false to silence this warning"
                ] : []
        ) { request throws(PeriluneError) in
            try authentication().check(request)
            guard request.method == "POST" else {
                throw PeriluneError(
                    "crm.webhook", "a webhook must be a POST, not a \(request.method)")
            }
            let reading = try readers.withReader { reader throws(PeriluneError) in
                try reader.read(
                    request.body, organization: organization,
                    wasTruncated: request.headers["x-ms-dynamics-msg-size-exceeded"] != nil)
            }
            let abortsOnFailure = options.abortsOnFailure ?? false
            var delivery = EventDelivery(
                [reading.event], identity: prefix + reading.id,
                answer: reading.isSynchronous
                    ? .decided { answer(to: $0, abortsOnFailure: abortsOnFailure) } : .accepted)
            delivery.isChecked = hasPlainName && reading.isChecked
            delivery.index = delivery.isChecked ? reading.index : nil
            if reading.isSynchronous {
                delivery.late = lateAnswer(abortsOnFailure: abortsOnFailure)
            }
            if let changes, changes.isUsed, let record = reading.record {
                // A correlation is the first part of the identity.
                let operation = String(reading.id.prefix { $0 != "/" })
                delivery.depth = changes.depth(of: record, in: operation) { reading.changed }
            }
            return delivery
        }
        // The head has all of the secret, so that nobody without it makes the server hold a body.
        source.checkHead = { (request) throws(PeriluneError) in
            try authentication().check(request)
        }
        return source
    }

    /// The response if processing takes too long: the same as for a failed script.
    ///
    /// Not 502, 503 or 504, after which CRM sends the webhook again.
    private static func lateAnswer(abortsOnFailure: Bool) -> HTTPResponse {
        abortsOnFailure
            ? HTTPResponse(
                500, "text/plain; charset=utf-8", "timed out while processing the event")
            : HTTPResponse(200)
    }

    /// What CRM gets to hear: only the status counts, the text is for its log.
    private static func answer(to record: Record, abortsOnFailure: Bool) -> HTTPResponse {
        if record.outcome == .rejected {
            return HTTPResponse(400, "text/plain; charset=utf-8", record.reason ?? "rejected")
        }
        // The script that failed might be the one that rejects, whatever later scripts did.
        if abortsOnFailure, record.outcome == .failed || record.error != nil {
            return HTTPResponse(
                500, "text/plain; charset=utf-8", "the event could not be processed")
        }
        return HTTPResponse(200)
    }
}

/// Readers that wait for the next body: threads of the server come and go, their memory stays.
private final class ReaderPool: Sendable {
    private let readers = Mutex<[Idle]>([])

    /// A reader that is not in use.
    private struct Idle: @unchecked Sendable {
        let reader: WebhookReader
    }

    /// The maximum number of readers kept; more are rarely needed at the same time.
    private static let most = 16

    func withReader<Result>(
        _ body: (WebhookReader) throws(PeriluneError) -> Result
    ) throws(PeriluneError) -> Result {
        let idle = readers.withLock { $0.popLast() } ?? Idle(reader: WebhookReader())
        defer {
            readers.withLock { readers in
                if readers.count < Self.most { readers.append(idle) }
            }
        }
        return try body(idle.reader)
    }
}
