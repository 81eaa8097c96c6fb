public import PeriluneCore

/// An event in memory, for tests of delegates, handlers and interests that need no JSON reader.
///
/// ```swift
/// let event = FixedContent(type: "crm.lead.update", data: ["id": "42"])
/// #expect(event["data.id"] == "42")
/// ```
public final class FixedContent: EventContent {
    /// The whole event.
    public let value: Value
    /// The number under which the bus caches routes; negative, so that the bus compares the text of the type.
    public var typeNumber = -1

    /// Creates an event from any value; missing attributes are empty.
    public init(_ value: Value) { self.value = value }

    /// Creates an event from the attributes that tests need.
    public convenience init(
        id: String = "e1", source: String = "test", type: String, data: Value? = nil
    ) {
        var members = Value.Members([
            ("specversion", "1.0"), ("id", .string(id)), ("source", .string(source)),
            ("type", .string(type)),
        ])
        members["data"] = data
        self.init(.object(members))
    }

    /// The attribute `id`.
    public var id: String { value["id"]?.string ?? "" }
    /// The attribute `type`.
    public var type: String { value["type"]?.string ?? "" }
    /// The attribute `source`.
    public var source: String { value["source"]?.string ?? "" }
    /// The attribute `time`, as it is spelled.
    public var time: String? { value["time"]?.string }
    /// The event as JSON text.
    public var json: [UInt8] { Array(value.json.utf8) }

    /// The value at a path; `nil` if there is none.
    public func value(at path: FieldPath) throws(PeriluneError) -> Value? {
        value[path]
    }

    /// The text of a string at a path, or `nil`.
    public func string(at path: FieldPath) -> String? {
        value[path]?.string
    }

    /// Calls `body` with the UTF-8 of the string at a path; returns false without calling it if there is no string.
    @discardableResult
    public func withString(at path: FieldPath, _ body: (Span<UInt8>) -> Void) -> Bool {
        guard let text = string(at: path) else { return false }
        let bytes = Array(text.utf8)
        body(bytes.span)
        return true
    }

    /// A copy of the event with members of `data` replaced.
    public func replacing(data members: Value.Members) -> any EventContent {
        var data = value["data"]?.object ?? .init()
        for member in members.pairs { data[member.name] = member.value }
        var event = value.object ?? .init()
        event["data"] = .object(data)
        let copy = FixedContent(.object(event))
        copy.typeNumber = typeNumber
        return copy
    }
}
