import Perilune
import PeriluneCore
import PeriluneHTTP
import PeriluneNATS

/// Events of a lane as a message of the stream of events.
///
/// A message has one event, or several of one request. Before several, a line of JSON has the size, the identity and the depth
/// of each.
enum EventMessage {
    /// The header with the identity of the events; the server drops a repetition within its window, and the lane any other.
    static let identity = "Nats-Msg-Id"
    /// The header with the number of effects between the event and one that came from outside.
    static let depth = "Perilune-Depth"
    /// The header with the number of events, if there are several.
    static let count = "Perilune-Events"

    /// The most events of a message.
    static let maximumCount = 256
    /// What a commit needs for an event, besides the event and its identity: a row of the inbox, and one of the ids.
    private static let rowSize = 160

    /// The messages with some events of a lane, in order; none needs more than `limit` bytes of a commit, unless it has
    /// only one event.
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

    /// What a commit needs for the events of a message.
    static func commitSize(_ message: NATSMessage) -> Int {
        let identity = message.headers[identity]?.utf8.count ?? 0
        return message.data.count + identity + rowSize * eventCount(message.headers)
    }

    /// How many events the message with these headers has.
    static func eventCount(_ headers: HTTPHeaders) -> Int {
        // Others than members may publish to the stream; reading the events says what is wrong with such a message.
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

    /// The longest identity that is sent as it is: servers limit the size of headers, and senders choose ids.
    private static let longestIdentity = 1024

    private static func spelled(_ identity: String) throws(PeriluneError) -> String {
        let encoded = percentEncoded(identity)
        return encoded.utf8.count <= longestIdentity
            ? encoded : "id-" + (try SHA256.hexadecimal(Array(identity.utf8)))
    }

    /// A short identity of several events; `nil` if one of them has none.
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

    /// The events of a message, each as a delivery: repetitions are dropped one by one.
    ///
    /// A message that cannot be divided is one event that cannot be read. `time` is when the server stored it, in seconds
    /// since 1970: the ids of events are forgotten by it, since each member has a clock of its own.
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

    /// A header is one line of printable characters.
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
    /// The most bytes of an event: a commit contains it, with what describes it.
    func maximumEventSize(_ connection: NATSConnection) -> Int { connection.maximumPayload / 2 }

    /// The messages with the events of a request, for each lane in order.
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
