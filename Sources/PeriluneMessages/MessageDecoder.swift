package import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// The format of a source's messages.
package enum MessageFormat: String, CaseIterable, Sendable {
    /// CloudEvents, structured or with attributes in headers.
    case cloudevents
    /// The data of events, whose other attributes come from the source.
    case data
}

/// Turns messages into deliveries.
///
/// See <https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/nats-protocol-binding.md>; attributes in
/// headers, which that version does not have, are those of the HTTP binding, as the SDKs write them.
package struct MessageDecoder {
    private let settings: MessageSettings
    private let reader = JSONEvent()

    package init(_ settings: MessageSettings) { self.settings = settings }

    /// The event of a message, with the identity by which a repetition is recognized.
    ///
    /// - Throws: An error if the message is not a valid event.
    package func delivery(
        of message: ReceivedMessage
    ) throws(PeriluneError) -> EventDelivery {
        switch settings.format {
        case .cloudevents:
            let event = try Self.event(
                message.headers, message.data, message.attributes.time, reader)
            return EventDelivery([event], identity: "\(reader.source)\0\(reader.id)")
        case .data:
            return EventDelivery([event(around: message)], identity: message.identity)
        }
    }

    /// The entry for a message that is not a valid event: its body, with its headers unless the body alone is the
    /// event.
    static func entry(of message: ReceivedMessage) -> [UInt8] {
        let isEvent = ContentMode(message.headers).bodyIsEvent && !KeptMessage.isLike(message.data)
        return isEvent ? message.data : KeptMessage.bytes(of: message)
    }

    /// The event of a retried message that was not a valid event before.
    package static func event(ofRetried entry: [UInt8]) throws(PeriluneError) -> Event {
        if let kept = KeptMessage(entry) {
            return try event(kept.headers, kept.body, kept.time, JSONEvent())
        }
        try JSONEvent().read(copy: entry)
        return Event(json: entry)
    }

    private static func event(
        _ headers: HTTPHeaders, _ body: [UInt8], _ time: Timestamp, _ reader: JSONEvent
    ) throws(PeriluneError) -> Event {
        let json = try cloudEvent(headers, body)
        try reader.read(copy: json)
        let event = Event(json: json)
        // A repeated delivery of the message has the same time.
        return reader.hasTime ? event : event.stamped(time)
    }

    /// The places of an event's attributes.
    private struct ContentMode {
        let type: MediaType
        /// Whether the attributes are headers.
        let isBinary: Bool
        /// Whether the attributes are in the body.
        let bodyIsEvent: Bool

        init(_ headers: HTTPHeaders) {
            type = MediaType(headers["content-type"] ?? "application/json")
            isBinary = headers["ce-specversion"] != nil || headers["ce-id"] != nil
            bodyIsEvent =
                type.name == "application/cloudevents+json" || !isBinary && type.isJSON
        }
    }

    private static func cloudEvent(
        _ headers: HTTPHeaders, _ body: [UInt8]
    ) throws(PeriluneError) -> [UInt8] {
        let mode = ContentMode(headers)
        if mode.bodyIsEvent { return body }
        let type = mode.type
        guard mode.isBinary, !type.name.hasPrefix("application/cloudevents") else {
            throw PeriluneError(
                "event.media-type",
                "the message is not a CloudEvent: its Content-Type is \(type.name)",
                hint: "send application/cloudevents+json, or set as = \"data\" for the source")
        }
        let request = HTTPRequest(method: "", path: "", headers: headers, body: body)
        return try BinaryEvent(request, type, checkJSON: JSONParser.check).json
    }

    private func event(around message: ReceivedMessage) -> Event {
        var writer = JSONWriter(reserving: message.data.count + 256)
        writer.beginObject()
        writer.write("specversion", "1.0")
        writer.write("id", message.attributes.id)
        writer.write("source", message.attributes.source)
        writer.write("type", settings.type)
        for attribute in message.attributes.others {
            writer.write(attribute.name, attribute.value)
        }
        writer.write("time", message.attributes.time.description)
        if (try? JSONParser.check(message.data)) != nil {
            writer.name("data")
            writer.raw(json: message.data)
        } else if let text = String(validating: message.data, as: UTF8.self) {
            writer.write("data", text)
        } else {
            writer.write("data_base64", Base64.encode(message.data))
        }
        writer.endObject()
        return Event(json: writer.bytes)
    }
}
