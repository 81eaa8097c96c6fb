import Perilune
import PeriluneCore
import PeriluneHTTP
import PeriluneNATS

/// Events of a lane as a message of the stream of events.
///
/// A message has one event, or several events of one request. Several are preceded by a line of JSON with the size,
/// the identity and the depth of each.
enum EventMessage {
    /// The header with the identity of the events; the server drops repetitions within its window, and the lane drops
    /// all others.
    static let identity = "Nats-Msg-Id"
    /// The header with the number of effects between the event and one from outside, each of which caused the next
    /// event.
    static let depth = "Perilune-Depth"
    /// The header with the number of events, if there are several.
    static let count = "Perilune-Events"

    /// The maximum number of events in a message.
    static let maximumCount = 256
    /// The size in a commit of an event without its JSON and its identity: a row of the inbox, and one of the ids.
    private static let rowSize = 160

    /// The messages with the events of a lane, in order.
    ///
    /// None takes more than `limit` bytes of a commit, unless it has a single event.
    static func messages(
        _ events: [ForwardedEvents.Item], subject: String, limit: Int
    ) throws(PeriluneError) -> [NATSPublisher.Message] {
        var messages: [NATSPublisher.Message] = []
        var (rest, size) = (events[...], 0)
        while !rest.isEmpty {
            size = 0
            let count = rest.prefix(maximumCount).prefix { event in
                size += commitSize(event)
                return size <= limit
            }.count
            messages.append(try message(Array(rest.prefix(max(1, count))), subject: subject))
            rest = rest.dropFirst(max(1, count))
        }
        return messages
    }

    private static func commitSize(_ event: ForwardedEvents.Item) -> Int {
        event.json.count + (event.identity?.utf8.count ?? 0) + rowSize
    }

    /// The number of bytes that the events of a message take in a commit.
    static func commitSize(_ message: NATSMessage) -> Int {
        let identity = message.headers[identity]?.utf8.count ?? 0
        return message.data.count + identity + rowSize * eventCount(message.headers)
    }

    /// The number of events in the message with these headers.
    static func eventCount(_ headers: HTTPHeaders) -> Int {
        // Other programs may publish to the stream, too; an invalid message is reported when its events are read.
        min(max(1, headers[count].flatMap { Int($0) } ?? 1), maximumCount)
    }

    private static func message(
        _ events: [ForwardedEvents.Item], subject: String
    ) throws(PeriluneError) -> NATSPublisher.Message {
        if events.count == 1, let event = events.first {
            var headers: [(name: String, value: String)] = []
            if let identity = event.identity {
                headers.append((Self.identity, try spelled(identity)))
            }
            if event.depth > 0 { headers.append((depth, "\(event.depth)")) }
            return NATSPublisher.Message(subject, headers: headers, data: event.json)
        }
        var headers = [(name: count, value: "\(events.count)")]
        if let identity = try identity(ofAll: events) { headers.append((Self.identity, identity)) }
        var index = JSONWriter(reserving: events.count * 64)
        index.beginArray()
        for event in events {
            index.beginArray()
            index.write(Value.integer(Int64(event.json.count)))
            index.write(try event.identity.map(spelled).map { Value.string($0) } ?? Value.null)
            index.write(Value.integer(Int64(event.depth)))
            index.endArray()
        }
        index.endArray()
        index.endLine()
        var data = index.bytes
        data.reserveCapacity(events.reduce(data.count) { $0 + $1.json.count })
        for event in events { data += event.json }
        return NATSPublisher.Message(subject, headers: headers, data: data)
    }

    /// The maximum length of an identity that is sent unchanged; longer ones are replaced by a digest, because
    /// servers limit the size of headers.
    private static let longestIdentity = 1024

    private static func spelled(_ identity: String) throws(PeriluneError) -> String {
        let encoded = percentEncoded(identity)
        return encoded.utf8.count <= longestIdentity
            ? encoded : "id-" + (try SHA256.hexadecimal(Array(identity.utf8)))
    }

    /// A short identity for several events; `nil` if one of them has none.
    private static func identity(
        ofAll events: [ForwardedEvents.Item]
    ) throws(PeriluneError) -> String? {
        var all: [UInt8] = []
        for event in events {
            guard let identity = event.identity else { return nil }
            all += Array(percentEncoded(identity).utf8) + [0x0A]
        }
        return "events-" + (try SHA256.hexadecimal(all))
    }

    /// The events of a message, each as a delivery, so that repetitions are dropped one by one.
    ///
    /// A message that cannot be split becomes a single unreadable event. `time` is when the server stored it, in
    /// seconds since 1970: ids of events expire by this time, because the clocks of members differ.
    static func deliveries(
        _ data: [UInt8], _ headers: HTTPHeaders, time: Int64?
    ) -> [EventDelivery] {
        let depth = headers[depth].flatMap { Int($0) } ?? 0
        let divided = headers[count] == nil ? nil : divided(data)
        var deliveries = divided ?? [delivery(data, headers[identity], depth: depth)]
        for index in deliveries.indices { deliveries[index].time = time }
        return deliveries
    }

    private static func divided(_ data: [UInt8]) -> [EventDelivery]? {
        guard let end = data.firstIndex(of: 0x0A),
            let index = try? Value(json: Array(data[..<end])).array
        else { return nil }
        var rest = data[(end + 1)...]
        var deliveries: [EventDelivery] = []
        deliveries.reserveCapacity(index.count)
        for entry in index {
            guard let size = entry[0]?.integer, size >= 0, size <= rest.count,
                let depth = entry[2]?.integer
            else { return nil }
            deliveries.append(
                delivery(
                    Array(rest.prefix(Int(size))), entry[1]?.string, depth: Int(clamping: depth)))
            rest = rest.dropFirst(Int(size))
        }
        return rest.isEmpty ? deliveries : nil
    }

    private static func delivery(
        _ event: [UInt8], _ identity: String?, depth: Int
    ) -> EventDelivery {
        var delivery = EventDelivery([Event(json: event)], identity: identity)
        delivery.depth = depth
        return delivery
    }

    /// Encodes text for a header, which is one line of printable characters.
    static func percentEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}

extension Cluster {
    /// The maximum size of an event, whose commit must fit into a message.
    func maximumEventSize(_ connection: NATSConnection) -> Int { connection.maximumPayload / 2 }

    /// The messages with the events of a request, by lane and in order.
    func messages(
        _ events: [ForwardedEvents.Item], lanes: Int, limit: Int
    ) throws(PeriluneError) -> [[NATSPublisher.Message]] {
        var parts: [[ForwardedEvents.Item]] = Array(repeating: [], count: lanes)
        for event in events { parts[Int(event.key % UInt64(lanes))].append(event) }
        var messages: [[NATSPublisher.Message]] = []
        for (lane, part) in parts.enumerated() where !part.isEmpty {
            messages.append(
                try EventMessage.messages(part, subject: self.events(of: lane), limit: limit))
        }
        return messages
    }
}
