/// An event: a CloudEvents 1.0 envelope as structured JSON.
///
/// An event from outside keeps its bytes as they are; fields are parsed only when they are read.
/// `init(id:source:type:…)` writes the JSON of a new event.
/// See <https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md>.
public struct Event: Sendable, Hashable {
    /// The event as structured JSON, UTF-8.
    public let json: [UInt8]

    /// Wraps an event that is JSON already.
    public init(json: [UInt8]) { self.json = json }

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - id: Unique for its source.
    ///   - source: Where it comes from, a URI reference; events of one source stay in order.
    ///   - type: A dotted name such as `link.drill`.
    ///   - subject: What it is about, within the source.
    ///   - time: When it happened, RFC 3339.
    ///   - partitionKey: Events of one key stay in order; by default the source is the key.
    ///   - extensions: More attributes; names are lower-case letters and digits.
    ///   - data: The payload.
    public init(
        id: String, source: String, type: String, subject: String? = nil, time: String? = nil,
        partitionKey: String? = nil, extensions: Value.Members = .init(), data: Value? = nil
    ) {
        self.init(id, source, type, subject, time, partitionKey, extensions) { writer in
            if let data { writer.write("data", data) }
        }
    }

    /// Makes an event of a payload that is JSON already; numbers keep their spelling.
    package init(
        id: String, source: String, type: String, subject: String? = nil, time: String? = nil,
        partitionKey: String? = nil, dataJSON: [UInt8]?
    ) {
        self.init(id, source, type, subject, time, partitionKey, .init()) { writer in
            guard let dataJSON else { return }
            writer.name("data")
            writer.raw(json: dataJSON)
        }
    }

    private init(
        _ id: String, _ source: String, _ type: String, _ subject: String?, _ time: String?,
        _ partitionKey: String?, _ extensions: Value.Members,
        writeData: (inout JSONWriter) -> Void
    ) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("specversion", "1.0")
        writer.write("id", id)
        writer.write("source", source)
        writer.write("type", type)
        if let subject { writer.write("subject", subject) }
        if let time { writer.write("time", time) }
        if let partitionKey { writer.write("partitionkey", partitionKey) }
        for member in extensions.pairs { writer.write(member.name, member.value) }
        writeData(&writer)
        writer.endObject()
        json = writer.bytes
    }

    /// The same event with a time; call it only for an event without one.
    package func stamped(_ time: Timestamp) -> Event {
        guard let brace = json.firstIndex(of: UInt8(ascii: "{")) else { return self }
        var bytes = Array(json[...brace])
        bytes.reserveCapacity(json.count + 40)
        bytes += Array(#""time":""#.utf8)
        time.write(to: &bytes)
        bytes += Array(#"","#.utf8)
        bytes += json[(brace + 1)...]
        return Event(json: bytes)
    }
}
