package import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// What the messages of a source are.
package enum MessageFormat: String, CaseIterable, Sendable {
    /// CloudEvents, structured or with attributes in headers.
    case cloudevents
    /// Data of events that the source makes.
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

    /// The event of a message, with the identity by which a repetition is known.
    ///
    /// - Throws: If the message is not a valid event.
    package func delivery(
        of message: ReceivedMessage
    ) throws(PeriluneError) -> HTTPSource.Delivery {
        switch settings.format {
        case .cloudevents:
            let json = try Self.cloudEvent(message)
            try reader.read(copy: json)
            // The same time when the message is delivered again.
            let event = Event(json: json)
            return HTTPSource.Delivery(
                [reader.hasTime ? event : event.stamped(message.attributes.time)],
                identity: "\(reader.source)\0\(reader.id)")
        case .data:
            return HTTPSource.Delivery([event(around: message)], identity: message.identity)
        }
    }

    /// The event of a message that was not one and is retried: only its body was kept.
    package static func event(ofRetried body: [UInt8]) throws(PeriluneError) -> Event {
        try JSONEvent().read(copy: body)
        return Event(json: body)
    }

    private static func cloudEvent(_ message: ReceivedMessage) throws(PeriluneError) -> [UInt8] {
        let header = message.headers["content-type"]
        let isBinary = message.headers["ce-specversion"] != nil || message.headers["ce-id"] != nil
        let type = MediaType(header ?? "application/json")
        if type.name == "application/cloudevents+json" || !isBinary && type.isJSON {
            return message.data
        }
        guard isBinary, !type.name.hasPrefix("application/cloudevents") else {
            throw PeriluneError(
                "event.media-type",
                "the message is not a CloudEvent: its Content-Type is \(type.name)",
                hint: "send application/cloudevents+json, or set as = \"data\" for the source")
        }
        let request = HTTPRequest(
            method: "", path: "", headers: message.headers, body: message.data)
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
