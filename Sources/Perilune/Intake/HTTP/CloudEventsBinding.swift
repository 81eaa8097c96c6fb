internal import PeriluneCore
internal import PeriluneHTTP
internal import PeriluneJSON

/// Decodes requests of the CloudEvents HTTP binding: binary, structured, batched, or one event per line.
///
/// See <https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md>.
struct CloudEventsBinding: Sendable {
    /// The ordering of events.
    private let order: EventOrder
    private let keepsRecord: Bool
    /// The time for events without one: that of the request, so that reprocessing an event uses the same time.
    private let arrival = Timestamp.now

    private static let prefix = "application/cloudevents"
    /// The media types of JSON with a value on each line.
    private static let lineTypes: Set = [
        "application/x-ndjson", "application/ndjson", "application/jsonl",
        "application/x-jsonlines",
    ]
    private static let version: FieldPath = "specversion"

    init(_ order: EventOrder, keepsRecord: Bool) {
        self.order = order
        self.keepsRecord = keepsRecord
    }

    /// The events of a request, in order, each with the identity by which a repetition is recognized.
    func events(
        of request: HTTPRequest, _ reader: JSONEvent
    ) throws(PeriluneError) -> [Arrival.Delivery] {
        let type = MediaType(request.headers["content-type"] ?? "")
        guard type.isUTF8 else {
            throw PeriluneError("event.media-type", "the charset must be UTF-8")
        }
        switch type.name {
        case Self.prefix + "+json":
            do throws(PeriluneError) {
                return [try delivery(request.body, reader)]
            } catch {
                throw Self.isArray(request.body) ? error.withBatchHint : error
            }
        case Self.prefix + "-batch+json":
            let events = try Event.batch(json: request.body)
            var deliveries: [Arrival.Delivery] = []
            deliveries.reserveCapacity(events.count)
            for (number, event) in events.enumerated() {
                do throws(PeriluneError) {
                    deliveries.append(try delivery(event.json, reader))
                } catch {
                    var error = error
                    error.message = "event \(number + 1) of the batch: \(error.message)"
                    throw error
                }
            }
            return deliveries
        case let name where Self.lineTypes.contains(name) && !BinaryEvent.isBinaryMode(request):
            return try lines(request.body, reader)
        case let name where name.hasPrefix(Self.prefix):
            throw PeriluneError(
                "event.media-type", "unsupported CloudEvents format \(name)",
                hint: "send application/cloudevents+json")
        default:
            do throws(PeriluneError) {
                return [
                    try delivery(
                        try BinaryEvent(request, type, checkJSON: JSONParser.check).json, reader)
                ]
            } catch {
                let isBatch = !BinaryEvent.isBinaryMode(request) && Self.isArray(request.body)
                throw isBatch ? error.withBatchHint : error
            }
        }
    }

    private static func isArray(_ body: [UInt8]) -> Bool {
        body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
    }

    /// The events of a body with one event per line; blank lines are skipped.
    ///
    /// - Throws: The error of the first line that is not an event; no event is accepted then.
    private func lines(
        _ body: [UInt8], _ reader: JSONEvent
    ) throws(PeriluneError) -> [Arrival.Delivery] {
        var deliveries: [Arrival.Delivery] = []
        let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            do throws(PeriluneError) {
                deliveries.append(try delivery(Array(line), reader))
            } catch {
                var error = error
                error.place.line = number + 1
                throw error
            }
        }
        return deliveries
    }

    private func delivery(
        _ json: [UInt8], _ reader: JSONEvent
    ) throws(PeriluneError) -> Arrival.Delivery {
        try reader.read(copy: json)
        // If there is a version, it was checked with the other attributes.
        guard reader.string(at: Self.version) != nil else {
            throw PeriluneError(
                "event.specversion", "the event has no specversion",
                hint: "CloudEvents 1.0 requires specversion, id, source and type")
        }
        if reader.hasReservedType { throw reader.reservedTypeError }
        let json = reader.hasTime ? json : Event(json: json).stamped(arrival).json
        // CloudEvents are identified by source and id together; neither contains a NUL unescaped.
        let identity = "\(reader.source)\0\(reader.id)"
        var event = LiveEvent(source: "/events", json: json)
        event.key = reader.key(order.ordering)
        event.order = order.number
        event.keepsRecord = keepsRecord
        return Arrival.Delivery(events: [event], identity: identity)
    }
}

extension PeriluneError {
    /// The same error with a hint for a batch that was sent as a single event.
    fileprivate var withBatchHint: PeriluneError {
        var error = self
        error.hint = "send a batch with Content-Type: application/cloudevents-batch+json"
        return error
    }
}
