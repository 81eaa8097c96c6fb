import PeriluneCore

/// An emitted value as a CloudEvent, of which it is the data.
package enum EmittedEvent {
    /// The source of values that are emitted to the output without a name; of others, it is the name of the output.
    package static let source = "perilune"

    /// The event; `id` identifies the value within its source, and stays the same when the value is emitted again.
    package static func json(id: String, source: String, data: some Sequence<UInt8>) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("specversion", "1.0")
        writer.write("id", id)
        writer.write("source", source)
        writer.write("type", "perilune.emitted")
        writer.endObject()
        return writer.bytes.dropLast() + Array(#","data":"#.utf8) + data + [UInt8(ascii: "}")]
    }
}
