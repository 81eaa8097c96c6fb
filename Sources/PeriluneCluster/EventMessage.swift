import Perilune
import PeriluneNATS

/// An event as a message of the stream of events.
enum EventMessage {
    /// The header with the identity of an event; the server drops a repetition within its window, and the lane any other.
    static let identity = "Nats-Msg-Id"
    /// The header with the number of effects between the event and one that came from outside.
    static let depth = "Perilune-Depth"

    static func message(
        _ event: ForwardedEvents.Item, lanes: Int, of cluster: Cluster
    ) -> NATSPublisher.Message {
        var headers: [(name: String, value: String)] = []
        if let identity = event.identity {
            headers.append((Self.identity, percentEncoded(identity)))
        }
        if event.depth > 0 { headers.append((depth, "\(event.depth)")) }
        let lane = Int(event.key % UInt64(lanes))
        return NATSPublisher.Message(
            cluster.events(of: lane), headers: headers, data: event.json)
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
}
